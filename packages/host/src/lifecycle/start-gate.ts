interface Starting {
  readonly name: string;
}

/** Makes calls and decisions wait until every extension is ready or has failed. */
export class StartGate {
  readonly #starting = new Set<Starting>();
  readonly #waiting = new Set<() => void>();

  /** Those that are waited for. */
  get names(): string[] {
    return [...new Set([...this.#starting].map(({ name }) => name))];
  }

  get isOpen(): boolean {
    return this.#starting.size === 0;
  }

  hold(extension: Starting): void {
    this.#starting.add(extension);
  }

  release(extension: Starting): void {
    if (this.#starting.delete(extension) && this.isOpen) this.#open();
  }

  /** Stops waiting for those that are starting now; returns their names. */
  skip(): string[] {
    const { names } = this;
    this.#starting.clear();
    this.#open();
    return names;
  }

  /** Resolves when no extension is starting, and when the signal aborts. */
  async passed(signal?: AbortSignal): Promise<void> {
    if (this.isOpen || signal?.aborted) return;
    await new Promise<void>((resolve) => {
      const pass = () => {
        this.#waiting.delete(pass);
        signal?.removeEventListener("abort", pass);
        resolve();
      };
      this.#waiting.add(pass);
      signal?.addEventListener("abort", pass);
    });
  }

  #open(): void {
    for (const pass of [...this.#waiting]) pass();
  }
}

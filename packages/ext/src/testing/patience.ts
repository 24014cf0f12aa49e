/** Lets a test wait for a condition: it is looked at again whenever the extension did something. */
export class Patience {
  readonly #checks = new Set<() => void>();
  readonly #limit: number;
  readonly #describe: () => string;

  constructor(limit: number, describe: () => string) {
    this.#limit = limit;
    this.#describe = describe;
  }

  /** Something changed. */
  look(): void {
    for (const check of [...this.#checks]) check();
  }

  /** Resolves with the first value of `find` that is not `undefined` or `false`. */
  async waitFor<Value>(what: string, find: () => Value | undefined | false): Promise<Value> {
    const found = find();
    if (found !== undefined && found !== false) return found;
    return new Promise<Value>((resolve, reject) => {
      const look = () => {
        try {
          const value = find();
          if (value === undefined || value === false) return;
          resolve(value);
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
        this.#checks.delete(look);
        clearTimeout(timer);
      };
      const timer = setTimeout(() => {
        this.#checks.delete(look);
        reject(new Error(`Waited ${this.#limit} ms in vain until ${what}.\n${this.#describe()}`));
      }, this.#limit);
      this.#checks.add(look);
    });
  }
}

/** Whether an extension is the one of its name that runs; pending while that is being decided. */
export class NameClaim {
  #granted: Promise<boolean> = Promise.resolve(false);
  #settle: (isGranted: boolean) => void = () => undefined;

  get isGranted(): Promise<boolean> {
    return this.#granted;
  }

  /** The decision is pending from now on. */
  ask(): void {
    const settleEarlier = this.#settle;
    this.#granted = new Promise((resolve) => {
      this.#settle = (isGranted) => {
        settleEarlier(isGranted);
        resolve(isGranted);
      };
    });
  }

  decide(isGranted: boolean): void {
    this.#settle(isGranted);
    this.#settle = () => undefined;
    this.#granted = Promise.resolve(isGranted);
  }
}

/** Whether an extension is the one of its name that runs. Whoever asks while that is being found out waits for it. */
export class NameClaim {
  #granted: Promise<boolean> = Promise.resolve(false);
  #settle: (isGranted: boolean) => void = () => undefined;

  get isGranted(): Promise<boolean> {
    return this.#granted;
  }

  /** It is about to be found out. */
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

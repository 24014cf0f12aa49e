const MOST_KILLS = 50;

/** What was cut, newest last. Cuts right after each other become one. */
export class KillRing {
  #kills: string[] = [];
  #at = 0;

  /** `grows` says that the cut before was the previous key; `before` that this one stood in front of it. */
  add(text: string, grows: boolean, before: boolean): void {
    if (text === "") return;
    const last = grows ? this.#kills.pop() : undefined;
    this.#kills.push(before ? text + (last ?? "") : (last ?? "") + text);
    if (this.#kills.length > MOST_KILLS) this.#kills.shift();
    this.#at = this.#kills.length - 1;
  }

  get current(): string {
    return this.#kills[this.#at] ?? "";
  }

  /** The one before, round and round. */
  previous(): string {
    this.#at = (this.#at - 1 + this.#kills.length) % Math.max(1, this.#kills.length);
    return this.current;
  }
}

/** One thing that may complete what is being typed. */
export interface CompletionItem {
  /** Put in place of what was typed. */
  readonly value: string;
  /** Shown instead of the value. */
  readonly label?: string;
  readonly description?: string;
  /** Items of a group stand together below a divider with its name. */
  readonly group?: string;
  /** Enter on this item also sends the prompt. */
  readonly submits?: boolean;
}

/** What may stand in place of the text between `from` and the cursor. */
export interface Completion {
  readonly from: number;
  readonly items: readonly CompletionItem[];
}

/**
 * Offers completions for a text with the cursor at a position, at once or later. Aborted when the text changes.
 *
 * @example
 * import type { Completer } from "@zot/tui";
 * const commands: Completer = (text, cursor) =>
 *   text.startsWith("/") && cursor === text.length
 *     ? { from: 0, items: ["/help", "/exit"].map((value) => ({ value, submits: true })) }
 *     : undefined;
 */
export type Completer = (
  text: string,
  cursor: number,
  signal: AbortSignal,
) => Completion | undefined | Promise<Completion | undefined>;

/** The offer on show, and which item of it is chosen. */
export class CompletionSession {
  #offer: Completion | undefined;
  #selected = 0;
  #hasMoved = false;
  #asking = new AbortController();
  readonly #completers: readonly Completer[];
  readonly #changed: () => void;

  constructor(completers: readonly Completer[], changed: () => void) {
    this.#completers = completers;
    this.#changed = changed;
  }

  get items(): readonly CompletionItem[] {
    return this.#offer?.items ?? [];
  }

  get isOpen(): boolean {
    return this.items.length > 0;
  }

  get from(): number {
    return this.#offer?.from ?? 0;
  }

  get selectedIndex(): number {
    return this.#selected;
  }

  get selected(): CompletionItem | undefined {
    return this.items[this.#selected];
  }

  move(by: number): void {
    const { length } = this.items;
    this.#hasMoved = true;
    if (length > 0) this.#selected = (this.#selected + by + length) % length;
  }

  close(): void {
    this.#asking.abort();
    this.#offer = undefined;
    this.#selected = 0;
    this.#hasMoved = false;
  }

  /** Asks the completers in turn; the first that offers something wins. */
  update(text: string, cursor: number): void {
    this.#asking.abort();
    const asking = new AbortController();
    this.#asking = asking;
    const waiting: Promise<Completion | undefined>[] = [];
    for (const completer of this.#completers) {
      const answer = completer(text, cursor, asking.signal);
      if (answer instanceof Promise) waiting.push(answer);
      else if (answer && answer.items.length > 0) {
        this.#show(answer);
        return;
      }
    }
    if (waiting.length === 0) this.#show(undefined);
    else void this.#wait(waiting, asking.signal);
  }

  async #wait(waiting: readonly Promise<Completion | undefined>[], signal: AbortSignal) {
    const answers = await Promise.allSettled(waiting);
    if (signal.aborted) return;
    this.#show(
      answers
        .map((answer) => (answer.status === "fulfilled" ? answer.value : undefined))
        .find((offer) => offer !== undefined && offer.items.length > 0),
    );
    this.#changed();
  }

  #show(offer: Completion | undefined): void {
    // Only what the user went to stays chosen; else the best of the new offer comes first.
    const before = this.#hasMoved ? this.selected?.value : undefined;
    this.#offer = offer;
    if (offer === undefined) this.#hasMoved = false;
    this.#selected = Math.max(
      0,
      this.items.findIndex((item) => item.value === before),
    );
  }
}

import { FocusStack, type Component, type Dialog, type UserInput } from "@zot/tui";

/** How long the keyboard must rest before a dialog that nobody called takes it over. */
const REST_MS = 800;

/** Shows dialogs, one above the other; the last has the keys. */
export class DialogStage {
  readonly #focus = new FocusStack();
  readonly #changed: () => void;
  readonly #isTyping: () => boolean;
  /** Dialogs that wait for the user to finish typing, oldest first. */
  #waiting: { readonly dialog: Component; readonly take: () => void }[] = [];
  #rest: NodeJS.Timeout | undefined;
  /** What could not be drawn can't be answered either, only left. */
  #isUnseen = false;

  constructor(changed: () => void, isTyping: () => boolean) {
    this.#changed = changed;
    this.#isTyping = isTyping;
  }

  get isOpen(): boolean {
    return this.#focus.current !== undefined;
  }

  /** What is shown: the dialog on top, or one that waits its turn. */
  render(width: number): readonly string[] {
    const shown = this.#focus.current ?? this.#waiting[0]?.dialog;
    this.#isUnseen = true;
    const rows = shown?.render(width) ?? [];
    this.#isUnseen = false;
    return rows;
  }

  get isWaiting(): boolean {
    return !this.isOpen && this.#waiting.length > 0;
  }

  /** Shows a dialog that the user asked for, until it has a result. */
  async show<Result>(dialog: Dialog<Result>): Promise<Result | undefined> {
    const result = this.#focus.show(dialog);
    this.#changed();
    try {
      return await result;
    } finally {
      this.#changed();
    }
  }

  /**
   * Shows a dialog that came by itself. Whoever is typing goes on typing: it takes the keys when the
   * editor is empty or the keyboard rests, so that no letter of a prompt answers a question.
   */
  async interrupt<Result>(dialog: Dialog<Result>): Promise<Result | undefined> {
    if (this.#isTyping()) {
      const isOver = dialog.result.then(() => undefined);
      await Promise.race([
        isOver,
        new Promise<void>((take) => {
          this.#waiting.push({ dialog, take });
          this.#changed();
          this.noteTyping();
        }),
      ]);
      this.#waiting = this.#waiting.filter((each) => each.dialog !== dialog);
    }
    return this.show(dialog);
  }

  /** Puts a component on top until the returned function is called. */
  open(component: Component): () => void {
    const remove = this.#focus.push(component);
    this.#changed();
    return () => {
      remove();
      this.#changed();
    };
  }

  /** The keyboard is in use: dialogs that came by themselves wait a little longer. */
  noteTyping(): void {
    clearTimeout(this.#rest);
    const next = this.#waiting[0];
    if (next === undefined) return;
    if (this.#isTyping()) {
      this.#rest = setTimeout(next.take, REST_MS);
      this.#rest.unref();
    } else next.take();
  }

  handle(input: UserInput): boolean {
    const leaves = input.type === "key" && (input.id === "esc" || input.id === "ctrl+c");
    return this.#isUnseen && !leaves ? false : this.#focus.handle(input);
  }
}

import type { Key } from "../input/events.js";
import { sanitize } from "../sanitize.js";
import { previousGrapheme } from "../text/graphemes.js";
import { stringWidth } from "../text/width.js";
import type { Theme } from "../theme/theme.js";
import type { Component } from "../widgets/component.js";
import { Chips } from "./chips.js";
import { CompletionSession, type Completer } from "./completion.js";
import { EDIT_COMMANDS } from "./edit-commands.js";
import { History } from "./history.js";
import { KEYMAP, type EditorCommand } from "./keymap.js";
import { KillRing } from "./kill-ring.js";
import { layOut, measurePlain, positionAt, rowAt, widthOf, type LayoutRow } from "./layout.js";
import { TextBuffer } from "./text-buffer.js";
import { renderEditor } from "./view.js";

/** How an editor looks and whom it tells. */
export interface EditorOptions {
  readonly theme: Theme;
  /** Gets the text, pasted parts in full. The editor is empty by then. */
  readonly onSubmit?: (text: string) => void;
  /** After every change of the text or of the popup that did not come from a key. */
  readonly onChange?: () => void;
  readonly completers?: readonly Completer[];
  /** Earlier prompts, oldest first. */
  readonly history?: readonly string[];
  readonly placeholder?: string;
  /** Before the first row. Default: `› `. */
  readonly prompt?: string;
  /** Rows of text shown at most. Default: 8. */
  readonly maxRows?: number;
  /** Rows of the completion popup at most. Default: 8. */
  readonly popupRows?: number;
  /** A pasted text of more lines than this becomes a chip. Default: 4. */
  readonly chipLines?: number;
}

const CHIP_CHARACTERS = 1000;

/**
 * A multi-line editor: history, word moves, kill and yank, undo, long pastes as chips, a completion popup.
 * Keys that it has no use for (esc without a popup, ctrl+c, ctrl+d when empty …) are left to its owner.
 *
 * @example
 * import { Editor, Theme } from "@zot/tui";
 * const editor = new Editor({ theme: new Theme(), onSubmit: (text) => console.log(text) });
 * editor.insert("hello");
 */
export class Editor implements Component {
  readonly #options: EditorOptions;
  readonly #buffer = new TextBuffer();
  readonly #chips = new Chips();
  readonly #ring = new KillRing();
  readonly #history: History;
  readonly #completion: CompletionSession;
  #last: EditorCommand | undefined;
  #width = 80;
  #column: number | undefined;

  constructor(options: EditorOptions) {
    this.#options = options;
    this.#history = new History(options.history);
    this.#completion = new CompletionSession(options.completers ?? [], () => options.onChange?.());
  }

  /** The text, pasted parts in full. */
  get text(): string {
    return this.#chips.expand(this.#buffer.text);
  }

  /** The text as it shows, pasted parts as their labels. */
  get shownText(): string {
    return this.#chips.describe(this.#buffer.text);
  }

  get isEmpty(): boolean {
    return this.#buffer.text === "";
  }

  get isPopupOpen(): boolean {
    return this.#completion.isOpen;
  }

  /** Prompts sent so far, oldest first. */
  get history(): readonly string[] {
    return this.#history.entries.map((entry) => this.#chips.expand(entry));
  }

  /** Replaces the text; the cursor goes to its end. */
  setText(text: string): void {
    this.#buffer.set(Chips.strip(sanitize(text)));
    this.#completion.close();
  }

  /** Puts text in at the cursor. */
  insert(text: string): void {
    this.#buffer.insert(Chips.strip(sanitize(text)));
    this.#afterChange();
  }

  /** Adds a prompt to the history as if it had been sent. */
  remember(text: string): void {
    this.#history.add(Chips.strip(sanitize(text)));
  }

  handlePaste(text: string): boolean {
    const clean = Chips.strip(sanitize(text));
    const lines = clean.replace(/\n$/, "").split("\n").length;
    const isLong = lines > (this.#options.chipLines ?? 4) || clean.length > CHIP_CHARACTERS;
    const size = lines > 1 ? `${lines} lines` : `${clean.length} characters`;
    const label = `[paste ${this.#chips.count + 1}: ${size}]`;
    this.#buffer.insert(isLong ? this.#chips.add(clean, label) : clean);
    this.#completion.close();
    this.#last = undefined;
    this.#column = undefined;
    return true;
  }

  handleKey(key: Key): boolean {
    if (this.#completion.isOpen && this.#handlePopupKey(key)) return true;
    if (key.text !== "" && !key.ctrl && !key.alt) {
      this.#buffer.insert(Chips.strip(key.text));
      this.#last = undefined;
      this.#afterChange();
      return true;
    }
    const command = KEYMAP[key.id];
    if (command === undefined) return false;
    const isUsed = this.#run(command);
    if (isUsed) this.#last = command;
    return isUsed;
  }

  render(width: number): readonly string[] {
    const prompt = this.#options.prompt ?? "› ";
    this.#width = Math.max(1, width - stringWidth(prompt) - 1);
    const layout = this.#layout();
    return renderEditor({
      text: this.#buffer.text,
      cursor: this.#buffer.cursor,
      layout,
      cursorRow: rowAt(layout, this.#buffer.cursor),
      chips: this.#chips,
      completion: this.#completion,
      prompt,
      width,
      placeholder: this.#options.placeholder ?? "",
      maxRows: this.#options.maxRows ?? 8,
      popupRows: this.#options.popupRows ?? 8,
      theme: this.#options.theme,
    });
  }

  /** Sends the text, as enter does. Nothing happens when it is blank. */
  submit(): boolean {
    const { text } = this;
    if (text.trim() === "") return true;
    this.#history.add(this.#buffer.text);
    this.#buffer.set("");
    this.#completion.close();
    this.#options.onSubmit?.(text);
    return true;
  }

  readonly #measure = (grapheme: string): number => {
    const label = this.#chips.labelOf(grapheme);
    return label === undefined ? measurePlain(grapheme) : stringWidth(label);
  };

  #layout(): LayoutRow[] {
    return layOut(this.#buffer.text, this.#width, this.#measure);
  }

  #run(command: EditorCommand): boolean {
    if (command === "up" || command === "down") return this.#moveRows(command === "up" ? -1 : 1);
    this.#column = undefined;
    if (command === "page-up" || command === "page-down") return false;
    if (command === "complete" || command === "complete-previous") return this.#askCompletion();
    if (command === "submit") return this.#submitOrContinue();
    const before = this.#buffer.text;
    const isUsed =
      EDIT_COMMANDS[command]?.({ buffer: this.#buffer, ring: this.#ring, last: this.#last }) ??
      false;
    if (this.#buffer.text !== before) this.#afterChange();
    else this.#completion.close();
    return isUsed;
  }

  /** A backslash before enter is a line feed on terminals that cannot tell shift+enter. */
  #submitOrContinue(): boolean {
    const { buffer } = { buffer: this.#buffer };
    if (buffer.text[buffer.cursor - 1] !== "\\") return this.submit();
    buffer.replace(buffer.cursor - 1, buffer.cursor, "\n");
    return true;
  }

  #moveRows(by: number): boolean {
    const { text, cursor } = this.#buffer;
    const layout = this.#layout();
    const at = rowAt(layout, cursor);
    const from = layout[at];
    const to = layout[at + by];
    if (from === undefined || to === undefined) return this.#moveInHistory(by);
    this.#column ??= widthOf(text.slice(from.start, cursor), this.#measure);
    const position = positionAt(text, to, this.#column, this.#measure);
    const isSoftEnd = position === to.end && layout[at + by + 1]?.start === to.end;
    this.#buffer.moveTo(isSoftEnd ? previousGrapheme(text, position) : position);
    return true;
  }

  #moveInHistory(by: number): boolean {
    const entry = by < 0 ? this.#history.older(this.#buffer.text) : this.#history.newer();
    if (entry === undefined)
      return !this.isEmpty && this.#buffer.moveTo(by < 0 ? 0 : this.#buffer.text.length);
    this.#buffer.set(entry);
    this.#completion.close();
    return true;
  }

  #askCompletion(): boolean {
    this.#completion.update(this.#buffer.text, this.#buffer.cursor);
    return this.#completion.isOpen;
  }

  #afterChange(): void {
    this.#column = undefined;
    this.#completion.update(this.#buffer.text, this.#buffer.cursor);
  }

  #handlePopupKey(key: Key): boolean {
    const completion = this.#completion;
    if (key.id === "up" || key.id === "ctrl+p") completion.move(-1);
    else if (key.id === "down" || key.id === "ctrl+n") completion.move(1);
    else if (key.id === "esc") completion.close();
    else if (key.id === "tab" || key.id === "enter") this.#accept(key.id === "enter");
    else return false;
    return true;
  }

  #accept(submits: boolean): void {
    const item = this.#completion.selected;
    if (item === undefined) return;
    const from = this.#completion.from;
    this.#buffer.replace(from, this.#buffer.cursor, Chips.strip(sanitize(item.value)));
    this.#completion.close();
    if (submits && item.submits === true) this.submit();
  }
}

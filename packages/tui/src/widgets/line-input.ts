import { EDIT_COMMANDS } from "../editor/edit-commands.js";
import { KEYMAP, type EditorCommand } from "../editor/keymap.js";
import { KillRing } from "../editor/kill-ring.js";
import { TextBuffer } from "../editor/text-buffer.js";
import type { Key } from "../input/events.js";
import { sanitize } from "../sanitize.js";
import { CURSOR } from "../text/ansi.js";
import { graphemes } from "../text/graphemes.js";
import { stringWidth } from "../text/width.js";

/** One row to type in: a filter, a name, a secret. */
export class LineInput {
  readonly #buffer = new TextBuffer();
  readonly #ring = new KillRing();
  readonly #isMasked: boolean;
  #last: EditorCommand | undefined;

  constructor(options: { readonly masked?: boolean; readonly text?: string } = {}) {
    this.#isMasked = options.masked === true;
    if (options.text !== undefined) this.insert(options.text);
  }

  get text(): string {
    return this.#buffer.text;
  }

  insert(text: string): void {
    this.#buffer.insert(sanitize(text).replace(/\s*\n\s*/g, " "));
  }

  handleKey(key: Key): boolean {
    if (key.text !== "" && !key.ctrl && !key.alt) {
      this.insert(key.text);
      this.#last = undefined;
      return true;
    }
    const command = KEYMAP[key.id];
    if (command === undefined || command === "newline") return false;
    const run = EDIT_COMMANDS[command];
    if (run === undefined) return false;
    run({ buffer: this.#buffer, ring: this.#ring, last: this.#last });
    this.#last = command;
    return true;
  }

  /** The row with the cursor in it, scrolled so that the cursor is seen. */
  render(width: number): string {
    const { text, cursor } = this.#buffer;
    const before = this.#show(text.slice(0, cursor));
    const after = this.#show(text.slice(cursor));
    let start = before;
    while (stringWidth(start) > width - 1) start = graphemes(start).slice(1).join("");
    let end = after;
    while (stringWidth(start) + stringWidth(end) > width - 1) {
      end = graphemes(end).slice(0, -1).join("");
    }
    return `${start}${CURSOR}${end}`;
  }

  #show(text: string): string {
    return this.#isMasked ? "•".repeat(graphemes(text).length) : text.replaceAll("\t", " ");
  }
}

import { nextGrapheme, previousGrapheme } from "../text/graphemes.js";

interface Snapshot {
  readonly text: string;
  readonly cursor: number;
}

/** The kinds of change; undo takes back a run of the same kind at once. */
type Change = "type" | "delete" | "other";

const WORD = /[\p{L}\p{N}_\p{M}]/u;
const MOST_UNDOS = 500;

/** A text with a cursor in it, and the way back. Positions count UTF-16 units and lie between graphemes. */
export class TextBuffer {
  #text = "";
  #cursor = 0;
  #undo: Snapshot[] = [];
  #redo: Snapshot[] = [];
  #last: Change = "other";

  get text(): string {
    return this.#text;
  }

  get cursor(): number {
    return this.#cursor;
  }

  /** Replaces everything, as one step. */
  set(text: string, cursor = text.length): void {
    this.#change("other", text, cursor);
  }

  /** Puts text in place of what lies between `from` and `to`; the cursor ends behind it. */
  replace(from: number, to: number, text: string, kind: Change = "other"): void {
    const changed = this.#text.slice(0, from) + text + this.#text.slice(to);
    this.#change(kind, changed, from + text.length);
  }

  insert(text: string): void {
    // A space begins a new step, so that undo goes back word by word.
    const kind = text.length === 1 && text !== " " && text !== "\n" ? "type" : "other";
    this.replace(this.#cursor, this.#cursor, text, kind);
    if (text === " ") this.#last = "type";
  }

  delete(from: number, to: number): string {
    const removed = this.#text.slice(from, to);
    if (removed !== "") this.replace(from, to, "", "delete");
    return removed;
  }

  moveTo(position: number): boolean {
    const target = Math.max(0, Math.min(this.#text.length, position));
    const hasMoved = target !== this.#cursor;
    this.#cursor = target;
    this.#last = "other";
    return hasMoved;
  }

  left(): number {
    return previousGrapheme(this.#text, this.#cursor);
  }

  right(): number {
    return nextGrapheme(this.#text, this.#cursor);
  }

  wordLeft(): number {
    let at = this.#cursor;
    while (at > 0 && !WORD.test(this.#text[at - 1] ?? "")) at = previousGrapheme(this.#text, at);
    while (at > 0 && WORD.test(this.#text[at - 1] ?? "")) at -= 1;
    return at;
  }

  wordRight(): number {
    const { length } = this.#text;
    let at = this.#cursor;
    while (at < length && !WORD.test(this.#text[at] ?? "")) at = nextGrapheme(this.#text, at);
    while (at < length && WORD.test(this.#text[at] ?? "")) at += 1;
    return at;
  }

  lineStart(): number {
    return this.#text.lastIndexOf("\n", this.#cursor - 1) + 1;
  }

  lineEnd(): number {
    const end = this.#text.indexOf("\n", this.#cursor);
    return end === -1 ? this.#text.length : end;
  }

  undo(): boolean {
    return this.#swap(this.#undo, this.#redo);
  }

  redo(): boolean {
    return this.#swap(this.#redo, this.#undo);
  }

  #swap(from: Snapshot[], to: Snapshot[]): boolean {
    const snapshot = from.pop();
    if (!snapshot) return false;
    to.push({ text: this.#text, cursor: this.#cursor });
    this.#text = snapshot.text;
    this.#cursor = snapshot.cursor;
    this.#last = "other";
    return true;
  }

  #change(kind: Change, text: string, cursor: number): void {
    if (kind === "other" || kind !== this.#last) {
      this.#undo.push({ text: this.#text, cursor: this.#cursor });
      if (this.#undo.length > MOST_UNDOS) this.#undo.shift();
    }
    this.#redo = [];
    this.#last = kind;
    this.#text = text;
    this.#cursor = cursor;
  }
}

import { StringDecoder } from "node:string_decoder";
import { graphemes } from "../text/graphemes.js";
import { makeKey, type InputEvent } from "./events.js";
import { eventOfChar, eventOfCsi, eventOfSs3, withAlt } from "./sequences.js";

const ESC = "\x1b";
const PASTE_START = `${ESC}[200~`;
const PASTE_END = `${ESC}[201~`;
const STRING_KINDS: Readonly<Record<string, "osc" | "dcs" | "apc">> = {
  "]": "osc",
  P: "dcs",
  _: "apc",
};
/** No answer of a terminal is longer; what is, was typed or pasted. */
const LONGEST_REPLY = 4096;
const LONGEST_CSI = 64;
const SEQUENCE_START = new RegExp(`^${ESC}[[O\\]P_]`);
const SURELY_SENT = new RegExp(`^${ESC}(?:\\[[0-9?<=>]|[\\]P_].)`, "s");

/**
 * Turns what a terminal sends into events. Feed it chunks as they come; sequences and characters may be cut anywhere.
 * After a pause with `isWaiting` true call `flush`: what looked like the start of a sequence was typed by hand.
 *
 * @example
 * import { InputDecoder } from "@zot/tui";
 * const decoder = new InputDecoder();
 * decoder.push("\x1b[1;5"); // []
 * decoder.push("C"); // [the key ctrl+right]
 */
export class InputDecoder {
  readonly #utf8 = new StringDecoder("utf8");
  #waiting = "";
  #paste: string[] | undefined;
  #pasteTail = "";
  /** What was given out as keys although it may have been the start of a sequence whose rest comes late. */
  #late = "";
  /** How much of what waits has been given out already. */
  #givenOut = 0;

  /** Whether an escape sequence is incomplete. An unfinished paste does not count: it ends when it ends. */
  get isWaiting(): boolean {
    return this.#waiting !== "" && this.#paste === undefined;
  }

  /** Whether the incomplete sequence is more than a lone escape, so that its rest is surely on its way. */
  get isInSequence(): boolean {
    return this.#waiting.length > 1;
  }

  /** Whether nobody types what there is of the incomplete sequence: a terminal sends it, and its rest. */
  get isSurelySent(): boolean {
    return SURELY_SENT.test(this.#waiting);
  }

  /** Takes a chunk, returns the events that are complete. */
  push(chunk: Uint8Array | string): InputEvent[] {
    const text = typeof chunk === "string" ? chunk : this.#utf8.write(chunk);
    const events: InputEvent[] = [];
    let rest = this.#waiting + text;
    this.#waiting = "";
    rest = rest.slice(this.#takeLate(rest, events));
    while (rest !== "") {
      const used =
        this.#paste === undefined ? this.#take(rest, events) : this.#addPaste(rest, events);
      if (used === 0) {
        this.#waiting = rest;
        break;
      }
      rest = rest.slice(used);
    }
    return events;
  }

  /** Gives up on an incomplete sequence: its characters are keys. */
  flush(): InputEvent[] {
    if (!this.isWaiting) return [];
    const isSent = this.isSurelySent;
    const text = this.#waiting;
    this.#waiting = "";
    const late = this.#givenOut;
    this.#givenOut = 0;
    if (isSent) return [];
    if (late > 0) return graphemes(text.slice(late)).map(eventOfChar);
    this.#late = text;
    if (text.length === 1) return [eventOfChar(text)];
    if (text === ESC + ESC) return [eventOfChar(ESC), eventOfChar(ESC)];
    const events: InputEvent[] = [withAlt(eventOfChar(text[1] ?? ""))];
    for (const char of graphemes(text.slice(2))) events.push(eventOfChar(char));
    return events;
  }

  /** From now on nothing that comes is the rest of what was given out as keys. */
  forgetLate(): void {
    this.#late = "";
  }

  /**
   * On a slow line the rest of a sequence may come after its start was taken for keys. These have been given out; the rest
   * at least must not be taken for text. Returns how much it used of a chunk.
   */
  #takeLate(text: string, events: InputEvent[]): number {
    const late = this.#givenOut > 0 ? "" : this.#late;
    this.#late = "";
    const given = late.length + this.#givenOut;
    this.#givenOut = 0;
    const all = late + text;
    if (given === 0 || given === all.length || !SEQUENCE_START.test(all)) return 0;
    const found: InputEvent[] = [];
    const used = this.#take(all, found);
    if (used === 0) {
      this.#waiting = all;
      this.#givenOut = given;
      return text.length;
    }
    if (this.#paste === undefined && (used <= 2 || found.length !== 1)) return given - late.length;
    events.push(...found);
    return used - late.length;
  }

  #addPaste(text: string, events: InputEvent[]): number {
    const paste = this.#paste ?? [];
    const all = this.#pasteTail + text;
    const end = all.indexOf(PASTE_END);
    if (end === -1) {
      // The end mark may itself be cut: keep back what could be its start.
      const tail = Math.min(all.length, PASTE_END.length - 1);
      paste.push(all.slice(0, all.length - tail));
      this.#pasteTail = all.slice(all.length - tail);
      return text.length;
    }
    paste.push(all.slice(0, end));
    const used = end + PASTE_END.length - this.#pasteTail.length;
    this.#paste = undefined;
    this.#pasteTail = "";
    events.push({ type: "paste", text: paste.join("").replace(/\r\n?/g, "\n") });
    return used;
  }

  /** Takes one event or a run of characters off the start; returns how much it used, 0 if more must come. */
  #take(text: string, events: InputEvent[]): number {
    if (!text.startsWith(ESC)) {
      const end = text.indexOf(ESC);
      const run = end === -1 ? text : text.slice(0, end);
      for (const char of graphemes(run)) {
        // A segmenter keeps CR LF together; they are two keys.
        if (char === "\r\n") events.push(eventOfChar("\r"), eventOfChar("\n"));
        else events.push(eventOfChar(char));
      }
      return run.length;
    }
    const kind = text[1];
    if (kind === undefined) return 0;
    if (kind === "[") return this.#takeCsi(text, events);
    if (kind === "O") return this.#takeSs3(text, events);
    const string = STRING_KINDS[kind];
    if (string !== undefined) return this.#takeString(text, string, events);
    if (kind === ESC) return this.#takeDoubleEscape(text, events);
    const char = graphemes(text.slice(1, 65))[0] ?? kind;
    events.push(withAlt(eventOfChar(char)));
    return 1 + char.length;
  }

  #takeCsi(text: string, events: InputEvent[]): number {
    if (text.startsWith(PASTE_START)) {
      this.#paste = [];
      return PASTE_START.length;
    }
    // The Linux console sends F1 to F5 as ESC [ [ A to E.
    if (text[2] === "[") {
      if (text.length < 4) return 0;
      const number = "ABCDE".indexOf(text[3] ?? "");
      if (number !== -1) events.push(makeKey(`f${number + 1}`));
      return 4;
    }
    for (let at = 2; at < text.length && at < LONGEST_CSI; at += 1) {
      const code = text.charCodeAt(at);
      if (code >= 0x40 && code <= 0x7e) {
        const event = eventOfCsi(text.slice(2, at + 1));
        if (event) events.push(event);
        return at + 1;
      }
      if (code < 0x20 || code > 0x7e) return this.#notASequence(text, events);
    }
    return text.length < LONGEST_CSI ? 0 : this.#notASequence(text, events);
  }

  /** `ESC [` that leads nowhere was alt+[ and then something else. */
  #notASequence(text: string, events: InputEvent[]): number {
    events.push(withAlt(eventOfChar(text[1] ?? "[")));
    return 2;
  }

  #takeSs3(text: string, events: InputEvent[]): number {
    const final = text[2];
    if (final === undefined) return 0;
    const event = eventOfSs3(final);
    if (event === undefined) return this.#notASequence(text, events);
    events.push(event);
    return 3;
  }

  #takeString(text: string, kind: "osc" | "dcs" | "apc", events: InputEvent[]): number {
    for (let at = 2; at < text.length && at < LONGEST_REPLY; at += 1) {
      const isBell = text[at] === "\x07";
      const isEnd = isBell || (text[at] === ESC && text[at + 1] === "\\");
      if (isEnd) {
        events.push({ type: "reply", kind, body: text.slice(2, at) });
        return at + (isBell ? 1 : 2);
      }
      if (text[at] === ESC && text[at + 1] === undefined) return 0;
      if (text.charCodeAt(at) < 0x20) return this.#notASequence(text, events);
    }
    return text.length < LONGEST_REPLY ? 0 : this.#notASequence(text, events);
  }

  /** Some terminals put an escape before a key's sequence for alt; two escapes alone are two presses. */
  #takeDoubleEscape(text: string, events: InputEvent[]): number {
    const next = text[2];
    if (next === undefined) return 0;
    if (next !== "[" && next !== "O") {
      events.push(eventOfChar(ESC));
      return 1;
    }
    const inner: InputEvent[] = [];
    const used = this.#take(text.slice(1), inner);
    if (used === 0) return 0;
    const [first] = inner;
    // An answer has nothing to do with the key that was pressed before it came.
    if (first?.type !== "key") events.push(eventOfChar(ESC), ...inner);
    else events.push(withAlt(first), ...inner.slice(1));
    return used + 1;
  }
}

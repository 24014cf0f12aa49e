import { ESC, RESET, sequenceLength } from "./ansi.js";

/** Follows the style of a text as its SGR sequences go by, so that a cut line can close it and the next reopen it. */
export class SgrState {
  #attributes = new Map<string, string>();

  get isPlain(): boolean {
    return this.#attributes.size === 0;
  }

  /** The sequence that brings this style about from a plain one. */
  toString(): string {
    if (this.isPlain) return "";
    return `${ESC}[${[...this.#attributes.values()].join(";")}m`;
  }

  /** Takes in one whole escape sequence; anything but SGR is passed over. */
  apply(sequence: string): void {
    if (!sequence.startsWith(`${ESC}[`) || !sequence.endsWith("m")) return;
    const params = sequence.slice(2, -1).split(";");
    for (let at = 0; at < params.length; at += 1) {
      const code = Number(params[at]);
      if (code === 38 || code === 48 || code === 58) {
        const length = Number(params[at + 1]) === 5 ? 3 : 5;
        this.#attributes.set(String(code), params.slice(at, at + length).join(";"));
        at += length - 1;
      } else this.#set(code);
    }
  }

  #set(code: number): void {
    const end = ENDS[code];
    if (code === 0 || Number.isNaN(code)) this.#attributes.clear();
    else if (end) for (const name of end) this.#attributes.delete(name);
    else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97))
      this.#attributes.set("38", String(code));
    else if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107))
      this.#attributes.set("48", String(code));
    else this.#attributes.set(String(code), String(code));
  }
}

/** Whether a text leaves no style open at its end. */
export function endsPlain(text: string): boolean {
  const last = text.lastIndexOf(ESC);
  if (last === -1 || text.startsWith(RESET, last)) return true;
  const style = new SgrState();
  for (let at = text.indexOf(ESC); at !== -1; at = text.indexOf(ESC, at + 1)) {
    style.apply(text.slice(at, at + sequenceLength(text, at)));
  }
  return style.isPlain;
}

const ENDS: Readonly<Record<number, readonly string[]>> = {
  22: ["1", "2"],
  23: ["3"],
  24: ["4", "21"],
  25: ["5", "6"],
  27: ["7"],
  28: ["8"],
  29: ["9"],
  39: ["38"],
  49: ["48"],
  55: ["53"],
  59: ["58"],
};

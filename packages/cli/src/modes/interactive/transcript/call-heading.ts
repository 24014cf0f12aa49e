import { exactRows, stringWidth } from "@zot/tui";
import { visibleLine } from "@zot/tui/sanitize";
import { count } from "../format.js";
import { describeCall } from "./describe-call.js";

/** Rows of a command that are shown; `ctrl+o` shows all. */
const MOST_ROWS = 4;

/** What stands on the upper edge of a box, and in the rows below it. */
export interface Heading {
  readonly title: string;
  readonly head: readonly string[];
}

/** What is called, and with what. */
export class CallHeading {
  readonly args: Record<string, unknown>;
  readonly #name: string;
  readonly #text: string;
  /** By room: a box is drawn for every frame, and what is called may be long. */
  readonly #drawn = new Map<string, Heading>();

  constructor(tool: string, args: Record<string, unknown>) {
    this.args = args;
    this.#name = visibleLine(tool);
    this.#text = describeCall(tool, args);
  }

  /** All of it on one line. */
  get line(): string {
    return visibleLine(`${this.#name} ${this.#text}`.trimEnd());
  }

  /** All of it where that fits into a line of so much room, else the name, and the rest in rows of some width. */
  draw(room: number, width: number, isFlat = false): Heading {
    const key = `${room} ${width} ${isFlat}`;
    const heading = this.#drawn.get(key) ?? this.#draw(room, width, isFlat);
    this.#drawn.set(key, heading);
    return heading;
  }

  #draw(room: number, width: number, isFlat: boolean): Heading {
    const text = isFlat ? visibleLine(this.#text) : this.#text;
    const whole = `${this.#name} ${text}`.trimEnd();
    if (!whole.includes("\n") && stringWidth(whole) <= room) return { title: whole, head: [] };
    const [, lead = "", rest = text] = /^(\$ )([^]*)$/.exec(text) ?? [];
    const all = exactRows(rest, Math.max(1, width), { lead });
    const hidden = all.length - MOST_ROWS;
    if (hidden <= 0) return { title: this.#name, head: all };
    const more = `… ${count(hidden, "more row")}, ctrl+o shows all`;
    return { title: this.#name, head: [...all.slice(0, MOST_ROWS), more] };
  }
}

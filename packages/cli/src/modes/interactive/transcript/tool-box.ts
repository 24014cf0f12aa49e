import type { AgentEvent, ToolDetails } from "@zot/core";
import { boxRows, textRows, truncate, type Theme } from "@zot/tui";
import { oneLine } from "@zot/tui/sanitize";
import { count } from "../count.js";
import type { Block } from "./block.js";
import { describeCall } from "./describe-call.js";
import { patchRows } from "./diff-view.js";

/** What the model is told of a command that went well; the sign on the box says it to the user. */
const GOOD_END = /(?:^|\n)\[exit 0\]$/;
/** Rows of output shown while a tool works, and after. */
const ROWS_SHOWN = 8;
const DIFF_ROWS = 24;
/** What is kept of a tool's progress for the screen. */
const MOST_PROGRESS = 256 * 1024;

export type ToolState = "preparing" | "waiting" | "running" | "done" | "failed" | "stopped";

const SIGNS: Readonly<Record<ToolState, string>> = {
  preparing: "…",
  waiting: "waits for you",
  running: "running",
  done: "✓",
  failed: "✗",
  stopped: "stopped",
};

/** A tool call as a box: what is called, what it says so far, how it ended. */
export class ToolBox implements Block {
  readonly id: string;
  readonly name: string;
  readonly #theme: Theme;
  #args: Record<string, unknown> = {};
  #output = "";
  #details: ToolDetails = {};
  #state: ToolState = "preparing";

  constructor(id: string, name: string, theme: Theme) {
    this.id = id;
    this.name = name;
    this.#theme = theme;
  }

  get isFinished(): boolean {
    return this.#state === "done" || this.#state === "failed" || this.#state === "stopped";
  }

  /** All there is to see of the call, as rows. */
  fullRows(width: number): string[] {
    const { diff } = this.#details;
    if (diff !== undefined && diff !== "") return patchRows(diff, width, this.#theme);
    const text = this.#text();
    if (text === "" && this.isFinished) return [this.#theme.paint("muted", "no output")];
    return textRows(text, width, { anywhere: true });
  }

  /** The call on one line. */
  get title(): string {
    return oneLine(`${this.name} ${describeCall(this.name, this.#args)}`);
  }

  call(args: Record<string, unknown>): void {
    this.#args = args;
    this.#state = "running";
  }

  wait(isWaiting: boolean): void {
    this.#state = isWaiting ? "waiting" : "running";
  }

  progress(text: string): void {
    this.#output = (this.#output + text).slice(-MOST_PROGRESS);
  }

  finish(result: Extract<AgentEvent, { type: "tool_result" }>): void {
    this.#details = result.details ?? {};
    this.#output = result.content
      .map((part) => (part.type === "text" ? part.text : `[image ${part.mime_type}]`))
      .join("\n");
    if (this.#details.args) this.#args = this.#details.args;
    this.#state = result.is_error ? "failed" : "done";
  }

  stop(): void {
    if (!this.isFinished) this.#state = "stopped";
  }

  render(width: number): readonly string[] {
    const inner = Math.max(1, width - 4);
    const { rows, footer } = this.#body(inner);
    const note = this.#note();
    if (rows.length === 0 && this.#state === "done") {
      const line = truncate(note.replace("✓", `✓ ${this.title} ·`).replace(/ ·$/, ""), width);
      return ["", this.#theme.paint("muted", line)];
    }
    const box = boxRows(rows, width, {
      theme: this.#theme,
      title: this.title,
      note,
      ...(footer === undefined ? {} : { footer }),
      edge: this.#state === "failed" ? "error" : "muted",
    });
    return ["", ...box];
  }

  #note(): string {
    const { exit_code, duration_ms } = this.#details;
    const code = typeof exit_code === "number" && exit_code !== 0 ? `exit ${exit_code}` : "";
    const took =
      typeof duration_ms === "number" && duration_ms >= 1000
        ? `${(duration_ms / 1000).toFixed(1)} s`
        : "";
    const lines = this.#output.trimEnd().split("\n").length;
    const read = this.name === "read" && this.#state === "done" ? count(lines, "line") : "";
    return [SIGNS[this.#state], read, code, took].filter((part) => part !== "").join(" ");
  }

  /** What there is for the user to read of the output. */
  #text(): string {
    return this.#output.trimEnd().replace(GOOD_END, "");
  }

  #body(width: number): { rows: string[]; footer?: string } {
    const { diff } = this.#details;
    if (diff !== undefined && diff !== "") {
      const rows = patchRows(diff, width, this.#theme);
      const hidden = rows.length - DIFF_ROWS;
      if (hidden <= 0) return { rows };
      return { rows: rows.slice(0, DIFF_ROWS), footer: hint(hidden, "row") };
    }
    if (this.name === "read" && this.#state === "done") return { rows: [] };
    const text = this.#text();
    if (text === "") return { rows: [] };
    const lines = text.split("\n");
    const style = this.#theme.style("muted");
    let rows: string[] = [];
    let whole = 0;
    for (const line of lines.slice(-ROWS_SHOWN).toReversed()) {
      rows = [...textRows(line, width, { anywhere: true, style }), ...rows];
      if (rows.length > ROWS_SHOWN) break;
      whole += 1;
    }
    rows = rows.slice(-ROWS_SHOWN);
    const hidden = lines.length - whole;
    return hidden > 0 ? { rows, footer: hint(hidden, "line") } : { rows };
  }
}

function hint(hidden: number, unit: string): string {
  return `${count(hidden, `more ${unit}`)} · ctrl+o`;
}

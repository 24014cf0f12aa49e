import type { WorkspaceEvent, ToolDetails } from "@zot/sdk";
import { boxRows, textRows, type Theme } from "@zot/tui";
import { visibleLine } from "@zot/tui/sanitize";
import { count } from "../format.js";
import type { Block } from "./block.js";
import { CallHeading } from "./call-heading.js";
import { callRows } from "./call-rows.js";
import { patchRows } from "./diff-view.js";

/** What the model is told of a command that went well; the sign on the box says it to the user. */
const GOOD_END = /(?:^|\n)\[exit 0\]$/;
/** Rows of output shown while a tool works, and after. */
const ROWS_SHOWN = 8;
const DIFF_ROWS = 24;
/** What the longest state takes on the upper edge: where a title goes must not change with the state. */
const NOTE_ROOM = "waiting for approval".length + 4;
/** A box takes so many rows itself, with the gap before it. */
const BOX_ROWS = 3;
/** What is kept of a tool's progress for the screen. */
const MOST_PROGRESS = 256 * 1024;

export type ToolState =
  "preparing" | "queued" | "waiting" | "running" | "done" | "failed" | "stopped";

const SIGNS: Readonly<Record<ToolState, string>> = {
  preparing: "…",
  queued: "queued",
  waiting: "waiting for approval",
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
  #call: CallHeading;
  #output = "";
  #details: ToolDetails = {};
  #state: ToolState = "preparing";
  #startedAt: number | undefined;
  #ranMs: number | undefined;
  #full: { width: number; rows: readonly string[] } | undefined;

  constructor(id: string, name: string, theme: Theme) {
    this.id = id;
    this.name = name;
    this.#theme = theme;
    this.#call = new CallHeading(name, {});
  }

  get isFinished(): boolean {
    return this.#state === "done" || this.#state === "failed" || this.#state === "stopped";
  }

  /** All there is to see of the call, as rows. */
  fullRows(width: number): readonly string[] {
    // A view is drawn for every frame, and this may be long.
    if (this.#full?.width === width) return this.#full.rows;
    const rows = this.#drawFull(width);
    if (this.isFinished) this.#full = { width, rows };
    return rows;
  }

  #drawFull(width: number): string[] {
    const { diff = "", rewritten_by } = this.#details;
    const theme = this.#theme;
    const warn = theme.style("warn");
    const text = this.#text();
    const none = theme.paint("muted", this.isFinished ? "no output" : SIGNS[this.#state]);
    const output = text === "" ? [none] : textRows(text, width, { anywhere: true });
    // A diff shows what was changed; of the arguments only the file is left to tell.
    const call =
      diff === ""
        ? callRows(this.name, this.#call.args, width, theme)
        : callRows("read", { path: this.#call.args.path }, width, theme);
    return [
      ...(rewritten_by === undefined ? [] : textRows(this.#rewrite(), width, { style: warn })),
      ...call,
      ...(call.length > 0 ? [theme.paint("border", "─".repeat(width))] : []),
      ...(diff === "" ? output : patchRows(diff, width, theme)),
    ];
  }

  get text(): string {
    return `${this.title}\n${this.#output}`;
  }

  /** The call on one line. */
  get title(): string {
    return this.#call.line;
  }

  /** The model has asked for it. */
  call(args: Record<string, unknown>): void {
    this.#call = new CallHeading(this.name, args);
    this.#state = "queued";
  }

  /** The user is being asked about it, or has answered. */
  wait(isWaiting: boolean): void {
    this.#state = isWaiting ? "waiting" : "queued";
  }

  start({ args, rewritten_by }: Extract<WorkspaceEvent, { type: "tool_start" }>): void {
    if (args !== undefined) this.#call = new CallHeading(this.name, args);
    if (rewritten_by !== undefined) this.#details = { rewritten_by };
    this.#state = "running";
    this.#startedAt = Date.now();
  }

  progress(text: string): void {
    this.#output = (this.#output + text).slice(-MOST_PROGRESS);
  }

  finish(result: Extract<WorkspaceEvent, { type: "tool_result" }>): void {
    this.#details = result.details ?? {};
    this.#output = result.content
      .map((part) => (part.type === "text" ? part.text : `[image ${part.mime_type}]`))
      .join("\n");
    if (this.#details.args) this.#call = new CallHeading(this.name, this.#details.args);
    const { duration_ms } = this.#details;
    this.#ranMs = typeof duration_ms === "number" ? duration_ms : this.#runningMs();
    this.#state = result.is_error ? "failed" : "done";
  }

  stop(): void {
    if (!this.isFinished) this.#state = "stopped";
  }

  get isQueued(): boolean {
    return this.#state === "queued";
  }

  render(width: number, room = Infinity): readonly string[] {
    const { title, head: all } = this.#call.draw(width - NOTE_ROOM - 6, width - 4);
    const left = room - BOX_ROWS - (all.length > 0 ? all.length + 1 : 0);
    const { rows, footer = "" } = this.#body(Math.max(1, width - 4), left);
    const isShort = rows.length === 0 && (this.#state === "done" || this.isQueued);
    if (isShort) return ["", ...this.#short(width)];
    const head = all.slice(0, Math.max(1, room - BOX_ROWS - 1 - rows.length));
    const feet = [
      this.#details.rewritten_by === undefined ? "" : this.#rewrite(),
      head.length < all.length ? "command cut" : "",
      footer,
    ];
    const box = boxRows(rows, width, {
      theme: this.#theme,
      title,
      head,
      note: this.#note(),
      footer: feet.filter((part) => part !== "").join(" · "),
      edge: this.#state === "failed" ? "error" : "muted",
    });
    return ["", ...box];
  }

  /** Without a box, where there is nothing to put into one. What waits behind others takes as little room as it can. */
  #short(width: number): string[] {
    const isQueued = this.#state === "queued";
    const words = isQueued ? [SIGNS.queued] : this.#facts();
    const rewrite = this.#details.rewritten_by === undefined ? [] : [this.#rewrite()];
    const end = [...words, ...rewrite].map((part) => ` · ${part}`).join("");
    const sign = isQueued ? "○" : SIGNS.done;
    const { title, head } = this.#call.draw(width - 2 - end.length, width - 2, isQueued);
    const first = textRows(`${sign} ${title}${end}`, width, { indent: "  " });
    return [...first, ...head.map((row) => `  ${row}`)].map(this.#theme.style("muted"));
  }

  #rewrite(): string {
    return `rewritten by ${visibleLine((this.#details.rewritten_by ?? []).join(", "))}`;
  }

  /** How it stands, for the upper edge of the box. */
  #note(): string {
    const { exit_code } = this.#details;
    const code = typeof exit_code === "number" && exit_code !== 0 ? `exit ${exit_code}` : "";
    const sign = SIGNS[this.#state];
    const facts = [code, ...this.#facts()].filter((part) => part !== "");
    const gap = this.#state === "running" && facts.length > 0 ? " · " : " ";
    return `${sign}${facts.length > 0 ? gap : ""}${facts.join(" · ")}`;
  }

  #facts(): string[] {
    const lines = this.#output.trimEnd().split("\n").length;
    const isRead = this.name === "read" && this.#state === "done";
    return [isRead ? count(lines, "line") : "", this.#time()].filter((part) => part !== "");
  }

  /** How long it runs, or ran; waiting does not count. */
  #time(): string {
    if (this.#state === "running") {
      const seconds = Math.floor((this.#runningMs() ?? 0) / 1000);
      return seconds > 0 ? `${seconds} s` : "";
    }
    const ms = this.isFinished ? (this.#ranMs ?? 0) : 0;
    return ms >= 1000 ? `${(ms / 1000).toFixed(1)} s` : "";
  }

  #runningMs(): number | undefined {
    return this.#startedAt === undefined ? undefined : Date.now() - this.#startedAt;
  }

  /** What there is for the user to read of the output. */
  #text(): string {
    return this.#output.trimEnd().replace(GOOD_END, "");
  }

  /** What it says, in `room` rows where that is less than usual. */
  #body(width: number, room: number): { rows: string[]; footer?: string } {
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
    const most = Math.max(1, Math.min(ROWS_SHOWN, room));
    let rows: string[] = [];
    let whole = 0;
    for (const line of lines.slice(-most).toReversed()) {
      rows = [...textRows(line, width, { anywhere: true, style }), ...rows];
      if (rows.length > most) break;
      whole += 1;
    }
    rows = rows.slice(-most);
    const hidden = lines.length - whole;
    return hidden > 0 ? { rows, footer: hint(hidden, "line") } : { rows };
  }
}

function hint(hidden: number, unit: string): string {
  return `${count(hidden, `more ${unit}`)} · ctrl+o`;
}

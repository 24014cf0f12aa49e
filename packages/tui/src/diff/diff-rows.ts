import { sanitize } from "../sanitize.js";
import { wrapText } from "../text/wrap.js";
import type { Theme } from "../theme/theme.js";
import { diffLines, type DiffLine } from "./diff-lines.js";

/** How a diff is drawn. */
export interface DiffOptions {
  readonly theme: Theme;
  /** Unchanged lines around each change. Default: 3. */
  readonly context?: number;
  /** Rows at most; what is cut is told. Default: no limit. */
  readonly maxRows?: number;
}

/**
 * Draws what changed between two texts, with line numbers, `+` and `-`, and the changed words marked.
 *
 * @example
 * import { Theme } from "@zot/tui";
 * import { diffRows } from "@zot/tui/diff";
 * diffRows("const a = 1;\n", "const a = 2;\n", 60, { theme: new Theme() });
 */
export function diffRows(
  before: string,
  after: string,
  width: number,
  options: DiffOptions,
): string[] {
  const { theme } = options;
  const lines = diffLines(clean(before), clean(after), options.context ?? 3);
  const digits = String(
    Math.max(1, ...lines.map((line) => line.newNumber ?? line.oldNumber ?? 1)),
  ).length;
  const rows = lines.flatMap((line, at) =>
    drawLine(line, partner(lines, at), digits, width, theme),
  );
  const most = options.maxRows ?? Infinity;
  if (rows.length <= most) return rows;
  return [
    ...rows.slice(0, most - 1),
    theme.paint("muted", `… ${rows.length - most + 1} more rows`),
  ];
}

const clean = (text: string) => sanitize(text).replaceAll("\t", "    ");

/** A single line that was replaced by a single line: worth marking what changed inside it. */
function partner(lines: readonly DiffLine[], at: number): DiffLine | undefined {
  const kind = lines[at]?.kind;
  const other = kind === "removed" ? at + 1 : kind === "added" ? at - 1 : -1;
  const wanted = kind === "removed" ? "added" : "removed";
  const beyond = kind === "removed" ? other + 1 : other - 1;
  const before = kind === "removed" ? at - 1 : at + 1;
  if (lines[other]?.kind !== wanted || lines[beyond]?.kind === wanted) return undefined;
  return lines[before]?.kind === kind ? undefined : lines[other];
}

function drawLine(
  line: DiffLine,
  other: DiffLine | undefined,
  digits: number,
  width: number,
  theme: Theme,
): string[] {
  const { kind } = line;
  if (kind === "skipped") return [theme.paint("muted", `${" ".repeat(digits)} ⋮ ${line.text}`)];
  const sign = { same: " ", added: "+", removed: "-" }[kind];
  const lineNumber = String(line.newNumber ?? line.oldNumber ?? "").padStart(digits);
  const room = Math.max(1, width - digits - 3);
  const text = other === undefined ? paintWhole(line, theme) : paintWords(line, other, theme);
  return wrapText(text, room, { anywhere: true }).map((row, at) => {
    const lead = at === 0 ? `${lineNumber} ${sign} ` : " ".repeat(digits + 3);
    return theme.paint(kind === "same" ? "muted" : kind, lead) + row;
  });
}

function paintWhole(line: DiffLine, theme: Theme): string {
  return line.kind === "added" || line.kind === "removed"
    ? theme.paint(line.kind, line.text)
    : line.text;
}

function paintWords(line: DiffLine, other: DiffLine, theme: Theme): string {
  const [a, b] = [line.text, other.text];
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const isAdded = line.kind === "added";
  const style = theme.style(isAdded ? "added" : "removed");
  const word = theme.style(isAdded ? "addedWord" : "removedWord");
  return (
    style(a.slice(0, start)) + word(a.slice(start, a.length - end)) + style(a.slice(a.length - end))
  );
}

import { fit } from "../text/fit.js";
import { stringWidth } from "../text/width.js";
import { wrapText } from "../text/wrap.js";
import type { Theme } from "../theme/theme.js";
import { renderInline } from "./inline.js";

type Align = "left" | "center" | "right";

const NARROWEST_COLUMN = 4;
/** A table has a cell for each column in every row, written or not: short text, much to draw. */
const MOST_COLUMNS = 64;

/** Draws a table; where columns would become too narrow, each row becomes a list of `header: value`. */
export function renderTable(lines: readonly string[], width: number, theme: Theme): string[] {
  const [head = "", marks = "", ...body] = lines;
  const names = splitCells(head);
  if (names.length > MOST_COLUMNS) return wrapText(lines.join("\n"), width, { anywhere: true });
  const header = names.map((cell) => renderInline(cell, theme));
  const aligns = splitCells(marks).map(alignOf);
  const rows = body.map((line) => {
    const cells = splitCells(line).map((cell) => renderInline(cell, theme));
    return header.map((_, at) => cells[at] ?? "");
  });
  const room = width - header.length * 3 - 1;
  if (room < header.length * NARROWEST_COLUMN) return renderRecords(header, rows, width, theme);
  const widths = fitColumns([header, ...rows], room);
  const edge = theme.style("border");
  const line = (left: string, middle: string, right: string) =>
    edge(left + widths.map((cells) => "─".repeat(cells + 2)).join(middle) + right);
  const draw = (cells: readonly string[]) => drawRow(cells, widths, aligns, edge("│"));
  return [
    line("┌", "┬", "┐"),
    ...draw(header.map((cell) => theme.paint("strong", cell))),
    line("├", "┼", "┤"),
    ...rows.flatMap(draw),
    line("└", "┴", "┘"),
  ];
}

function splitCells(line: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let isCode = false;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at] ?? "";
    if (char === "\\" && line[at + 1] === "|") {
      cell += "|";
      at += 1;
    } else if (char === "|" && !isCode) {
      cells.push(cell.trim());
      cell = "";
    } else {
      if (char === "`") isCode = !isCode && line.includes("`", at + 1);
      cell += char;
    }
  }
  cells.push(cell.trim());
  if (line.trimStart().startsWith("|")) cells.shift();
  if (cells.length > 1 && cells.at(-1) === "") cells.pop();
  return cells;
}

function alignOf(mark: string): Align {
  if (mark.startsWith(":") && mark.endsWith(":")) return "center";
  return mark.endsWith(":") ? "right" : "left";
}

/** As wide as the content wants; if that is too much, the widest columns give way first. */
function fitColumns(rows: readonly (readonly string[])[], room: number): number[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    rows.reduce((most, row) => Math.max(most, widest(row[at] ?? "")), 1),
  );
  let over = widths.reduce((sum, cells) => sum + cells, 0) - room;
  while (over > 0) {
    const first = widths.indexOf(Math.max(...widths));
    const most = widths[first] ?? 0;
    const next = Math.max(0, ...widths.filter((cells) => cells < most));
    const give = Math.max(1, Math.min(over, most - Math.max(next, NARROWEST_COLUMN)));
    widths[first] = most - give;
    over -= give;
  }
  return widths;
}

function widest(cell: string): number {
  return cell.split("\n").reduce((most, line) => Math.max(most, stringWidth(line)), 0);
}

function drawRow(
  cells: readonly string[],
  widths: readonly number[],
  aligns: readonly Align[],
  side: string,
): string[] {
  const wrapped = widths.map((width, at) => wrapText(cells[at] ?? "", width));
  const height = Math.max(...wrapped.map((rows) => rows.length));
  return Array.from({ length: height }, (_, row) => {
    const parts = widths.map((width, at) =>
      place(wrapped[at]?.[row] ?? "", width, aligns[at] ?? "left"),
    );
    return `${side} ${parts.join(` ${side} `)} ${side}`;
  });
}

function place(text: string, width: number, align: Align): string {
  const free = Math.max(0, width - stringWidth(text));
  const before = align === "right" ? free : align === "center" ? Math.floor(free / 2) : 0;
  return fit(" ".repeat(before) + text, width);
}

function renderRecords(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
  theme: Theme,
): string[] {
  return rows.flatMap((row, index) => [
    ...(index > 0 ? [""] : []),
    ...row.flatMap((cell, at) =>
      wrapText(`${theme.paint("strong", header[at] ?? "")}: ${cell}`, width, { indent: "  " }),
    ),
  ]);
}

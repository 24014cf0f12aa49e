import { stringWidth } from "@zot/tui";
import { oneLine } from "@zot/tui/sanitize";

/** Columns as wide as their widest cell, the last one as it is. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows.map((row) => row.map(oneLine))];
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line) => stringWidth(line[column] ?? ""))),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - stringWidth(cell)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

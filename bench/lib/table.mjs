/** @typedef {{ suite: string, what: string, measured: string, goal: string, met: boolean }} Row */

/**
 * Rows as a markdown table.
 * @param {Row[]} rows
 */
export function formatTable(rows) {
  const cells = [
    ["suite", "what", "measured", "goal", "met"],
    ...rows.map((row) => [row.suite, row.what, row.measured, row.goal, row.met ? "yes" : "NO"]),
  ];
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [line(cells[0]), rule, ...cells.slice(1).map(line)].join("\n");
}

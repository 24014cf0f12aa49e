/**
 * Prints rows as a markdown table.
 * @param {{ suite: string, what: string, measured: string, goal: string, met: boolean }[]} rows
 */
export function printTable(rows) {
  const cells = [
    ["suite", "what", "measured", "goal", "met"],
    ...rows.map((row) => [row.suite, row.what, row.measured, row.goal, row.met ? "yes" : "NO"]),
  ];
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`;
  console.log(line(cells[0]));
  console.log(`|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`);
  for (const row of cells.slice(1)) console.log(line(row));
}

import { wrapText, type StyleName, type Theme } from "@zot/tui";
import { visible } from "@zot/tui/sanitize";

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;
const STYLES: Readonly<Record<string, StyleName>> = { "+": "added", "-": "removed", " ": "muted" };

/** Draws a unified diff with the line numbers of the file as it is now. */
export function patchRows(patch: string, width: number, theme: Theme): string[] {
  const rows: string[] = [];
  let oldLine = 0;
  let newLine = 0;
  // Files whose lines end in CR LF are none the worse for it.
  for (const line of visible(patch.replaceAll("\r\n", "\n")).split("\n")) {
    const hunk = HUNK.exec(line);
    if (hunk !== null) {
      if (rows.length > 0) rows.push(theme.paint("muted", "  ⋮"));
      oldLine = Number(hunk[1]);
      newLine = Number(hunk[2]);
      continue;
    }
    const sign = line.slice(0, 1);
    const style = STYLES[sign];
    // Before the first hunk stand the names of the two files.
    if (style === undefined || newLine + oldLine === 0) continue;
    const number = sign === "-" ? oldLine : newLine;
    if (sign !== "+") oldLine += 1;
    if (sign !== "-") newLine += 1;
    const text = `${String(number).padStart(4)} ${sign} ${line.slice(1).replaceAll("\t", "    ")}`;
    for (const row of wrapText(text, width, { anywhere: true, indent: "       " })) {
      rows.push(theme.paint(style, row));
    }
  }
  return rows;
}

const CELL = { width: 8.4, height: 18 };
const PADDING = 14;
const COLORS = { background: "#16181d", foreground: "#d7dae0", cursor: "#7aa2f7" };
const SIXTEEN = [
  ...["#1d1f21", "#cc6666", "#8fc97a", "#e0af68", "#7aa2f7", "#c8a6ff", "#6bc5d2", "#c5c8c6"],
  ...["#666b75", "#f7768e", "#a5d17f", "#f0c674", "#82b1ff", "#d7b8ff", "#7dcfff", "#ffffff"],
];

/** Draws the visible screen of an xterm as SVG: one text for each run of cells that look the same. */
export function toSvg(screen, title, { isCursorShown }) {
  const { active } = screen.buffer;
  const width = screen.cols * CELL.width + 2 * PADDING;
  const height = screen.rows * CELL.height + 2 * PADDING;
  const parts = [];
  for (let row = 0; row < screen.rows; row += 1) {
    const line = active.getLine(active.baseY + row);
    if (line) for (const run of runsOf(line, screen.cols)) parts.push(draw(run, row));
  }
  const cursor = {
    x: PADDING + active.cursorX * CELL.width,
    y: PADDING + active.cursorY * CELL.height,
  };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${round(width)}" height="${round(height)}" viewBox="0 0 ${round(width)} ${round(height)}" role="img" aria-label="${escape(title)}">`,
    `<rect width="100%" height="100%" rx="8" fill="${COLORS.background}"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, 'DejaVu Sans Mono', Consolas, monospace" font-size="14" xml:space="preserve">`,
    ...parts,
    ...(isCursorShown
      ? [
          `<rect x="${round(cursor.x)}" y="${round(cursor.y)}" width="2" height="${CELL.height}" fill="${COLORS.cursor}"/>`,
        ]
      : []),
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

function runsOf(line, columns) {
  const runs = [];
  for (let at = 0; at < columns; at += 1) {
    const cell = line.getCell(at);
    if (!cell || cell.getWidth() === 0) continue;
    const look = lookOf(cell);
    const last = runs.at(-1);
    const text = cell.getChars() || " ";
    if (last?.key === look.key && cell.getWidth() === 1) {
      last.text += text;
      last.cells += 1;
    } else runs.push({ ...look, text, at, cells: cell.getWidth() });
  }
  return runs.filter(({ text, background }) => text.trim() !== "" || background !== undefined);
}

function lookOf(cell) {
  const color = colorOf(cell, "Fg") ?? COLORS.foreground;
  const background = colorOf(cell, "Bg");
  const [front, back] = cell.isInverse()
    ? [background ?? COLORS.background, color]
    : [color, background];
  const attributes = [
    cell.isBold() ? ' font-weight="bold"' : "",
    cell.isItalic() ? ' font-style="italic"' : "",
    cell.isUnderline() ? ' text-decoration="underline"' : "",
  ].join("");
  return { color: front, background: back, attributes, key: `${front}|${back}|${attributes}` };
}

function colorOf(cell, layer) {
  const value = cell[`get${layer}Color`]();
  if (cell[`is${layer}RGB`]()) return `#${value.toString(16).padStart(6, "0")}`;
  if (!cell[`is${layer}Palette`]()) return undefined;
  if (value < 16) return SIXTEEN[value];
  if (value >= 232) return `#${(8 + (value - 232) * 10).toString(16).padStart(2, "0").repeat(3)}`;
  const steps = [0, 95, 135, 175, 215, 255];
  const cube = [Math.floor((value - 16) / 36), Math.floor((value - 16) / 6) % 6, (value - 16) % 6];
  return `#${cube.map((step) => steps[step].toString(16).padStart(2, "0")).join("")}`;
}

function draw({ text, at, cells, color, background, attributes }, row) {
  const y = PADDING + row * CELL.height;
  const place = (from, count) => ({
    x: round(PADDING + from * CELL.width),
    width: round(count * CELL.width),
  });
  const { x, width } = place(at, cells);
  const fill =
    background === undefined
      ? ""
      : `<rect x="${x}" y="${y}" width="${width}" height="${CELL.height}" fill="${background}"/>`;
  const words = text.trim();
  if (words === "") return fill;
  // Renderers drop spaces at both ends of a text, and would then stretch the rest.
  const lead = text.length - text.trimStart().length;
  const inner = place(at + lead, cells - (text.length - words.length));
  return `${fill}<text x="${inner.x}" y="${y + 13.5}" fill="${color}"${attributes} textLength="${inner.width}" lengthAdjust="spacingAndGlyphs">${escape(words.replaceAll(" ", "\u00a0"))}</text>`;
}

function round(number) {
  return Math.round(number * 10) / 10;
}

function escape(text) {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

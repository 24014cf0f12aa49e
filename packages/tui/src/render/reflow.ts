import type { Reply } from "../input/events.js";
import { followXtermJs } from "./reflow-xterm-js.js";
import type { Resized } from "./resize-watch.js";
import { countLines, type Row } from "./row.js";

/**
 * What a terminal does with rows that no longer fit: most wrap them anew and keep the cursor on its character, as tmux
 * does; xterm.js has ways of its own; some cut them, as xterm does.
 */
export type Reflow = "usual" | "tmux" | "xterm.js" | "none";

/** Tells by its answer to the question for its kind (DA2) what a terminal does. */
export function reflowOf({ kind, body }: Reply): Reflow | undefined {
  if (kind !== "csi" || !body.endsWith("c")) return undefined;
  if (body === ">0;276;0c") return "xterm.js";
  if (body.startsWith(">84;")) return "tmux";
  return body.startsWith(">41;") ? "none" : undefined;
}

/** Rows on the screen before a resize, and the cursor among them. */
export interface Drawn {
  readonly rows: readonly Row[];
  readonly cursor: { readonly row: number; readonly column: number };
  /** How many empty lines the screen has below the rows. */
  readonly below: number;
}

/** The same after it. */
export interface Moved {
  /** The lines that each row takes now. */
  readonly lines: readonly number[];
  /** How many lines the cursor is below the first of them. */
  readonly cursor: number;
}

/** Where a resize has put rows. */
export function followReflow(drawn: Drawn, { sizes, cursor }: Resized, reflow: Reflow): Moved {
  const { rows } = drawn;
  if (reflow === "none") return { lines: rows.map(() => 1), cursor: drawn.cursor.row };
  if (reflow === "xterm.js") return followXtermJs(drawn, sizes);
  const { columns } = sizes.at(-1) ?? sizes[0];
  const lines = rows.map((row) => countLines(row, columns));
  const above = lines.slice(0, drawn.cursor.row).reduce((sum, count) => sum + count, 0);
  const { column } = drawn.cursor;
  // Some leave the row that the cursor is in to the program; then the cursor stands at the edge.
  const isWrapped = cursor === undefined || cursor.column === column % columns;
  return { lines, cursor: above + (isWrapped ? Math.floor(column / columns) : 0) };
}

import { oneLine } from "../sanitize.js";
import { fit, truncate } from "../text/fit.js";
import { stringWidth } from "../text/width.js";
import type { StyleName, Theme } from "../theme/theme.js";

/** What stands on the edges of a box. */
export interface BoxOptions {
  readonly theme: Theme;
  readonly title?: string;
  /** At the right of the upper edge. */
  readonly note?: string;
  readonly footer?: string;
  /** Rows above the others, with a line between. */
  readonly head?: readonly string[];
  /** The style of the edges. Default: `border`, or `focus` for a box that has the focus. */
  readonly edge?: StyleName;
  readonly focused?: boolean;
}

/** Below this an edge would leave no room for what is inside. */
const NARROWEST = 8;
/** A long title gives way to the note, down to this. */
const SHORTEST_LABEL = 8;

/**
 * Puts rows into a box. The rows must be at most `width - 4` cells wide. A box that has the focus says so with a mark
 * before its title, not by colour alone.
 *
 * @example
 * import { boxRows, Theme } from "@zot/tui";
 * boxRows(["inside"], 20, { theme: new Theme(), title: "bash" });
 */
export function boxRows(rows: readonly string[], width: number, options: BoxOptions): string[] {
  const { head = [] } = options;
  if (width < NARROWEST) return [...head, ...rows].map((row) => truncate(row, width));
  const edge = options.theme.style(options.edge ?? (options.focused === true ? "focus" : "border"));
  const mark = options.focused === true ? "● " : "";
  const inner = width - 4;
  const side = edge("│");
  const put = (row: string) => `${side} ${fit(row, inner)} ${side}`;
  const line = head.length > 0 && rows.length > 0 ? [edge(`├${"─".repeat(width - 2)}┤`)] : [];
  return [
    edgeRow(
      "╭",
      "╮",
      mark + oneLine(options.title ?? ""),
      oneLine(options.note ?? ""),
      width,
      edge,
    ),
    ...head.map(put),
    ...line,
    ...rows.map(put),
    edgeRow("╰", "╯", oneLine(options.footer ?? ""), "", width, edge),
  ];
}

function edgeRow(
  left: string,
  right: string,
  label: string,
  note: string,
  width: number,
  edge: (text: string) => string,
): string {
  const room = width - 6;
  const noteWidth = stringWidth(note);
  const labelRoom = note === "" ? room : Math.max(SHORTEST_LABEL, room - noteWidth - 4);
  const shownLabel = label === "" ? "" : ` ${truncate(label, Math.min(room, labelRoom))} `;
  const rest = room - stringWidth(shownLabel);
  const hasRoom = rest >= Math.min(6, noteWidth + 2);
  const shownNote = note === "" || !hasRoom ? "" : ` ${truncate(note, rest - 2)} `;
  const used = stringWidth(shownLabel) + stringWidth(shownNote);
  const line = "─".repeat(Math.max(0, width - 4 - used));
  return edge(`${left}─${shownLabel}${line}${shownNote}─${right}`);
}

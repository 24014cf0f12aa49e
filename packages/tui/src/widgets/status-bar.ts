import { truncate } from "../text/fit.js";
import { stringWidth } from "../text/width.js";

/** A part of a status bar, as rendered text. */
export interface StatusPart {
  readonly text: string;
  /** When room is short, parts with the lowest go first. Default: 0. */
  readonly priority?: number;
}

const GAP = "  ";

/**
 * One row with parts at its left and right. Parts that find no room are left out, the least important first.
 *
 * @example
 * import { statusRow } from "@zot/tui";
 * statusRow([{ text: "~/project", priority: 1 }], [{ text: "opus" }], 40);
 */
export function statusRow(
  left: readonly StatusPart[],
  right: readonly StatusPart[],
  width: number,
): string {
  let parts = [...left, ...right].filter((part) => part.text !== "");
  const side = (wanted: readonly StatusPart[]) =>
    wanted
      .filter((part) => parts.includes(part))
      .map((part) => part.text)
      .join(GAP);
  const needed = () =>
    stringWidth(side(left)) +
    stringWidth(side(right)) +
    (side(left) !== "" && side(right) !== "" ? 2 : 0);
  while (parts.length > 1 && needed() > width) {
    const least = parts.reduce((low, part) =>
      (part.priority ?? 0) < (low.priority ?? 0) ? part : low,
    );
    parts = parts.filter((part) => part !== least);
  }
  const [start, end] = [side(left), side(right)];
  if (needed() > width) return truncate(start + end, width);
  return start + " ".repeat(end === "" ? 0 : width - stringWidth(start) - stringWidth(end)) + end;
}

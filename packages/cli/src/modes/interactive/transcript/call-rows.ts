import { exactRows, type Theme } from "@zot/tui";
import { callParts, type CallPart } from "./call-parts.js";

/** Stands before every row of what others wrote, so that none of it can pass for a row of ours. */
const GUTTER = "▌ ";

/** All that a call does or would do, for somebody who decides about it or looks at it. */
export function callRows(
  tool: string,
  args: Record<string, unknown>,
  width: number,
  theme: Theme,
): string[] {
  return callParts({ tool, args }).flatMap((part) => partRows(part, width, theme));
}

function partRows({ label, lead = "", sign = "", text }: CallPart, width: number, theme: Theme) {
  const gutter = theme.paint("border", GUTTER) + sign;
  const rows = exactRows(text, Math.max(1, width - GUTTER.length - sign.length), {
    lead,
    mark: theme.style("warn"),
  });
  return [
    ...(label === undefined ? [] : [theme.paint("muted", label)]),
    ...rows.map((row) => gutter + row),
  ];
}

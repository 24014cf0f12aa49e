/** `TypeError: …`, `Error [ERR_MODULE_NOT_FOUND]: …`, Python's `KeyError: …` and its bare `KeyboardInterrupt`. */
const ERROR = /^(?:Uncaught )?[\w.]*(?:Error|Exception|Interrupt)(?: \[\w+\])?(?::.*)?$/;
/** Where it happened: above the error in Python and for a syntax error of Node's, below it otherwise. */
const PLACE_ABOVE = /^(?:\s*File ".+", line \d+.*|(?!node:)\S+:\d+)$/;
const PLACE_BELOW = /^\s+at (?!.*\bnode:).*[/\\].*:\d+:\d+\)?/;
const LAST_LINES = 5;

/**
 * What a dying program said about why: the error and its place where there is a trace, whose last lines tell nothing;
 * else its last lines.
 */
export function findLastWords(text: string): string {
  const lines = text.split("\n").map((line) => line.trimEnd());
  const at = lines.findLastIndex((line) => ERROR.test(line));
  const error = lines[at];
  if (error === undefined) {
    return lines
      .filter((line) => line !== "")
      .slice(-LAST_LINES)
      .join("\n");
  }
  const below = lines.slice(at + 1).find((line) => PLACE_BELOW.test(line));
  const above = lines.slice(0, at).findLast((line) => PLACE_ABOVE.test(line));
  const place = error.startsWith("SyntaxError") ? (above ?? below) : (below ?? above);
  return place === undefined ? error : `${error} (${place.trim().replace(/^at /, "")})`;
}

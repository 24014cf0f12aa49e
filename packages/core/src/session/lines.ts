const LF = 0x0a;

/** Where each line is, without its line feed. Blank ones too: their numbers count. */
export interface Lines {
  lines: [start: number, end: number][];
  /** Bytes after the last line feed that are no whole record. */
  torn: number;
  lacksNewline: boolean;
}

export function splitLines(bytes: Buffer): Lines {
  const lines: Lines["lines"] = [];
  let start = 0;
  for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, start)) {
    lines.push([start, end]);
    start = end + 1;
  }
  const rest = bytes.subarray(start);
  if (rest.length > 0 && isWhole(rest)) {
    lines.push([start, bytes.length]);
    return { lines, torn: 0, lacksNewline: true };
  }
  return { lines, torn: rest.length, lacksNewline: false };
}

/** No part of an object is an object, so that a line which parses is all there. */
function isWhole(bytes: Buffer): boolean {
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}

import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";

const BLOCK_BYTES = 64 * 1024;
const LF = 0x0a;

/** The last lines of a file and where it ended; of the file before it too, if one is not enough. */
export function readTail(path: string, lines: number): { bytes: Buffer; end: number } {
  const newest = readLastLines(path, lines);
  const older = `${path}.1`;
  if (newest.lines >= lines || !statSync(older, { throwIfNoEntry: false })) return newest;
  const before = readLastLines(older, lines - newest.lines);
  return { bytes: Buffer.concat([before.bytes, newest.bytes]), end: newest.end };
}

function readLastLines(path: string, lines: number): { bytes: Buffer; end: number; lines: number } {
  const file = openSync(path, "r");
  try {
    const end = fstatSync(file).size;
    let start = end;
    let bytes = Buffer.alloc(0);
    let count = 0;
    while (start > 0 && count <= lines) {
      const length = Math.min(BLOCK_BYTES, start);
      const block = Buffer.alloc(length);
      start -= length;
      readSync(file, block, 0, length, start);
      bytes = Buffer.concat([block, bytes]);
      count = countLines(bytes);
    }
    let cut = 0;
    for (let extra = count - lines; extra > 0; extra -= 1) cut = bytes.indexOf(LF, cut) + 1;
    return { bytes: bytes.subarray(cut), end, lines: Math.min(count, lines) };
  } finally {
    closeSync(file);
  }
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) count += 1;
  return bytes.length > 0 && bytes.at(-1) !== LF ? count + 1 : count;
}

const LINE_CHARACTERS = 64 * 1024;

/**
 * Cuts bytes into whole lines: an escape sequence that arrives in two parts is still seen whole, and
 * so can be taken out.
 */
export class LineCutter {
  readonly #decoder = new StringDecoder("utf8");
  #rest = "";

  push(bytes: Buffer): string[] {
    const lines = (this.#rest + this.#decoder.write(bytes)).split("\n");
    this.#rest = lines.pop() ?? "";
    if (this.#rest.length <= LINE_CHARACTERS) return lines;
    lines.push(this.#rest);
    this.#rest = "";
    return lines;
  }

  /** What came without a line end. */
  flush(): string[] {
    const rest = this.#rest + this.#decoder.end();
    this.#rest = "";
    return rest === "" ? [] : [rest];
  }
}

const SINCE_LINES = 1_000;

/** The lines that came after a point, blank ones aside; of very many, the last. */
export function readSince(path: string, from: number): string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return [];
  const { bytes, end } = readLastLines(path, SINCE_LINES);
  const start = stats.size < from ? 0 : Math.max(0, bytes.length - (end - from));
  const lines = bytes.subarray(start).toString("utf8").split("\n");
  return lines.filter((line) => line.trim() !== "");
}

import type { TextFile } from "./text-file.js";
import { ToolError } from "./tool-error.js";

export interface Edit {
  oldText: string;
  newText: string;
}

interface Span {
  start: number;
  end: number;
  text: string;
}

const MOST_LINES_NAMED = 10;

/**
 * Replaces texts that each occur exactly once, all of them or none. Line ends don't matter when looking;
 * what is put in gets those of the file, and all else stays byte for byte.
 */
export function applyEdits(file: TextFile, edits: readonly Edit[], path: string): string {
  const normal = file.raw.replaceAll("\r\n", "\n");
  const spans = edits
    .map((edit, index) => locate(normal, edit, edits.length > 1 ? `edit ${index + 1}: ` : "", path))
    .sort((a, b) => a.start - b.start);
  for (const [index, span] of spans.entries()) {
    const next = spans[index + 1];
    if (next !== undefined && next.start < span.end) {
      throw new ToolError(
        `two edits overlap at line ${lineAt(normal, next.start)} of ${path}; make them one`,
      );
    }
  }
  const toRaw = rawOffsets(file.raw);
  let result = "";
  let done = 0;
  for (const { start, end, text } of spans) {
    result += file.raw.slice(done, toRaw(start)) + text.replaceAll("\n", file.newline);
    done = toRaw(end);
  }
  return result + file.raw.slice(done);
}

function locate(text: string, edit: Edit, which: string, path: string): Span {
  const wanted = edit.oldText.replaceAll("\r\n", "\n");
  const replacement = edit.newText.replaceAll("\r\n", "\n");
  if (wanted === "") throw new ToolError(`${which}oldText is empty; use write to make a new file`);
  if (wanted === replacement) throw new ToolError(`${which}oldText and newText are the same`);
  const found = occurrences(text, wanted);
  const [start] = found;
  if (start === undefined) {
    throw new ToolError(`${which}oldText was not found in ${path}${hint(text, wanted)}`);
  }
  if (found.length > 1) {
    const lines = found.slice(0, MOST_LINES_NAMED).map((at) => lineAt(text, at));
    const more = found.length > MOST_LINES_NAMED ? ", …" : "";
    throw new ToolError(
      `${which}oldText occurs ${found.length} times in ${path} (lines ${lines.join(", ")}${more}); ` +
        "add lines around it until it is unique",
    );
  }
  return { start, end: start + wanted.length, text: replacement };
}

/** Overlapping ones too: "aa" is in "aaa" twice. */
function occurrences(text: string, wanted: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) found.push(at);
  return found;
}

function hint(text: string, wanted: string): string {
  const squeeze = (line: string) => line.replaceAll(/\s+/g, " ").trim();
  const first = squeeze(wanted.split("\n").find((line) => line.trim() !== "") ?? "");
  const line = first === "" ? -1 : text.split("\n").findIndex((one) => squeeze(one) === first);
  if (line === -1) return "; read the file again, it may have changed";
  return `; line ${line + 1} is like its first line but for white space or what follows: read it again`;
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1))
    line += 1;
  return line;
}

/** From an offset in the text with LF line ends to one in the text as it is. */
function rawOffsets(raw: string): (offset: number) => number {
  const dropped: number[] = [];
  for (let at = raw.indexOf("\r\n"); at !== -1; at = raw.indexOf("\r\n", at + 2)) {
    dropped.push(at - dropped.length);
  }
  return (offset) => {
    let low = 0;
    let high = dropped.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((dropped[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return offset + low;
  };
}

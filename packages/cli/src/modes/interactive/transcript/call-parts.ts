import type { Question } from "@zot/sdk";
import { visibleLine } from "@zot/tui/sanitize";
import { count } from "../format.js";

/** A piece of what a call would do, as it was given: nothing in `text` is cleaned or cut. */
export interface CallPart {
  /** What it is; ours. */
  readonly label?: string;
  /** Stands before its first row. */
  readonly lead?: string;
  /** Stands before each of its rows. */
  readonly sign?: string;
  readonly text: string;
}

/** Who wants a call to run. */
export function describeAsker({ origin }: Question): string {
  return origin === undefined
    ? "Asked by the model"
    : `Asked by the extension ${visibleLine(origin)}`;
}

/** Who changed it on its way, if someone did. */
export function describeRewrite({ rewrittenBy = [] }: Question): string | undefined {
  if (rewrittenBy.length === 0) return undefined;
  return `Rewritten by ${visibleLine(rewrittenBy.join(", "))}: this is what would run`;
}

/** All that a call would do. Every argument is in it, whether or not the tool has use for it. */
export function callParts({ tool, args }: Pick<Question, "tool" | "args">): CallPart[] {
  const { command, path, content, edits, ...rest } = args;
  if (tool === "bash" && typeof command === "string") {
    return [{ lead: "$ ", text: command }, ...others({ path, content, edits, ...rest })];
  }
  if (tool === "write" && typeof path === "string" && typeof content === "string") {
    return [filePart(path), contentPart(content), ...others({ command, edits, ...rest })];
  }
  if (tool === "edit" && typeof path === "string" && isEdits(edits)) {
    const changes = edits.flatMap(({ oldText, newText }, at) => [
      { label: `edit ${at + 1} of ${edits.length}`, sign: "- ", text: oldText },
      { sign: "+ ", text: newText },
    ]);
    return [filePart(path), ...changes, ...others({ command, content, ...rest })];
  }
  if (tool === "read" && typeof path === "string") {
    return [filePart(path), ...others({ command, content, edits, ...rest })];
  }
  return others(args);
}

function contentPart(content: string): CallPart {
  const isEnded = content === "" || content.endsWith("\n");
  const text = content.endsWith("\n") ? content.slice(0, -1) : content;
  const lines = content === "" ? 0 : text.split("\n").length;
  const size = `${count(lines, "line")}, ${count(content.length, "character")}`;
  return { label: isEnded ? size : `${size}, no line end at its end`, text };
}

function filePart(path: string): CallPart {
  // Spaces at its ends would not be seen.
  const isPlain = path !== "" && path === path.trim();
  return { label: "file", text: isPlain ? visibleLine(path) : visibleLine(JSON.stringify(path)) };
}

function others(args: Record<string, unknown>): CallPart[] {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  if (given.length === 0) return [];
  return [{ label: "arguments", text: JSON.stringify(Object.fromEntries(given), undefined, 2) }];
}

interface Edit {
  oldText: string;
  newText: string;
}

function isEdits(edits: unknown): edits is Edit[] {
  if (!Array.isArray(edits)) return false;
  return edits.every((edit: unknown) => {
    const { oldText, newText, ...rest } = (edit ?? {}) as Partial<Edit>;
    const isWhole = typeof oldText === "string" && typeof newText === "string";
    return isWhole && Object.keys(rest).length === 0;
  });
}

import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ToolResultFromExtension } from "@zot/protocol";
import type { HostContext, Settings } from "../context/host-context.js";
import type { PendingCalls } from "./pending-calls.js";
import type { LineSink } from "./process/line-reader.js";
import { RedactedBytes } from "../context/redact.js";
import { writeAll } from "../context/base.js";

const KEPT = 50;
const HEAD_BYTES = 4_096;
const TAIL_BYTES = 256;

const IS_ERROR = /"is_error"\s*:\s*true/;

/** A tool result, and where the whole of it is when it was too long to be held. */
export interface ToolReply extends ToolResultFromExtension {
  spilled?: { path: string; bytes: number };
}

/**
 * A line past the limit ends an extension, unless it is the result of a call that somebody waits
 * for: that one goes to a file while it arrives, and its beginning answers the call.
 */
export function divertResult(
  beginning: Uint8Array,
  calls: PendingCalls<ToolReply>,
  extension: string,
  { settings, limits }: HostContext,
): LineSink | undefined {
  const head = Buffer.from(beginning).toString("utf8", 0, HEAD_BYTES);
  const id = /^\s*\{.*?"id"\s*:\s*"([^"\\]+)"/s.exec(head)?.[1];
  if (id === undefined || !/"type"\s*:\s*"tool_result"/.test(head) || !calls.has(id)) {
    return undefined;
  }
  let target: { path: string; file: number };
  try {
    target = createResultFile(settings, extension, "json");
  } catch {
    return undefined;
  }
  const redacted = new RedactedBytes(settings.secrets);
  const preview: Uint8Array[] = [];
  let tail = Buffer.alloc(0);
  let bytes = 0;
  return {
    write(part) {
      tail = Buffer.concat([tail, part.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
      if (bytes < limits.resultBytes)
        preview.push(Buffer.from(part.subarray(0, limits.resultBytes - bytes)));
      bytes += part.length;
      if (bytes > limits.spillBytes) return false;
      return tryWrite(target.file, redacted.push(part));
    },
    end(whole) {
      const isKept = whole && tryWrite(target.file, redacted.end());
      closeSync(target.file);
      if (!isKept) {
        rmSync(target.path, { force: true });
        return;
      }
      const text = readBeginning(Buffer.concat(preview).toString("utf8"));
      const spilled = { path: target.path, bytes };
      const content = [{ type: "text", text }];
      // Before the content or after it; quotes within the content are escaped.
      const is_error = [head, tail.toString("utf8")].some((end) => IS_ERROR.test(end));
      const frame = { type: "tool_result" as const, id, content, is_error, spilled };
      calls.settle(id, { ok: true, frame });
    },
  };
}

function tryWrite(file: number, bytes: Buffer): boolean {
  try {
    writeAll(file, bytes);
    return true;
  } catch {
    return false;
  }
}

/** The text at the beginning of a frame that is cut off in its middle. */
function readBeginning(json: string): string {
  const start = /"text"\s*:\s*"/.exec(json);
  if (!start) return "";
  const body = json.slice(start.index + start[0].length);
  const text = /^(?:[^"\\]|\\(?:u[0-9a-fA-F]{4}|[^u]))*/.exec(body)?.[0] ?? "";
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return "";
  }
}

/** Creates a file for a result that is too long to pass on; the oldest files are deleted. */
export function createResultFile(
  { zotHome }: Settings,
  extension: string,
  ending: "txt" | "json",
): { path: string; file: number } {
  const dir = join(zotHome, "results");
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  prune(dir);
  const stamp = `${Date.now().toString(36)}-${process.pid.toString(36)}`;
  for (let attempt = 0; ; attempt += 1) {
    const path = join(dir, `${extension}-${stamp}-${attempt}.${ending}`);
    try {
      return { path, file: openSync(path, "wx", 0o600) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

function prune(dir: string): void {
  const files = readdirSync(dir).map((name) => join(dir, name));
  if (files.length < KEPT) return;
  const age = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const byAge = files.map((path) => ({ path, age: age(path) })).toSorted((a, b) => a.age - b.age);
  for (const { path } of byAge.slice(0, files.length - KEPT + 1)) rmSync(path, { force: true });
}

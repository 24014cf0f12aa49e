import { closeSync, openSync, readSync } from "node:fs";
import { basename, isAbsolute } from "node:path";

/** Linux reads so much of a first line. */
const HEAD_BYTES = 256;
/** ELF, the kinds of Mach-O, and PE. */
const BINARY = /^(?:7f454c46|feedfac[ef]|c[ef]faedfe|cafebab[ef]|4d5a)/;

/** What a program file is: machine code, a script with what its first line starts, or nothing that zot knows. */
export type ProgramFile =
  | { kind: "binary" }
  | { kind: "script"; exec: string; args: string[] }
  | { kind: "unknown"; why: string };

/** Reads the beginning of a file that is known to be a regular one. */
export function readProgramFile(path: string): ProgramFile {
  const head = readHead(path);
  if (BINARY.test(head.subarray(0, 4).toString("hex"))) return { kind: "binary" };
  const [, line] = /^#![ \t]*(.*)/.exec(head.toString("latin1")) ?? [];
  if (line === undefined || head.indexOf("\n") === -1) {
    return { kind: "unknown", why: "its program has no first line that says what runs it" };
  }
  const [interpreter = "", rest = ""] = splitOnce(line.trim());
  if (!isAbsolute(interpreter)) {
    const why = `its program's first line names ${interpreter}, which may be outside of its folder`;
    return { kind: "unknown", why };
  }
  if (basename(interpreter) !== "env") {
    return { kind: "script", exec: interpreter, args: rest === "" ? [] : [rest] };
  }
  const words = /^(?:-S\s*)?([\w.+-].*)$/.exec(rest)?.[1]?.split(/\s+/) ?? [];
  const [exec, ...args] = words;
  // Without -S the system looks for a program with a space in its name.
  if (exec === undefined || exec.includes("=") || (args.length > 0 && !rest.startsWith("-S"))) {
    return { kind: "unknown", why: "zot does not know what its program's first line starts" };
  }
  return { kind: "script", exec, args };
}

function splitOnce(line: string): string[] {
  const at = line.search(/\s/);
  return at === -1 ? [line] : [line.slice(0, at), line.slice(at).trim()];
}

function readHead(path: string): Buffer {
  const fd = openSync(path, "r");
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.subarray(0, readSync(fd, head, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(fd);
  }
}

import { readFileSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { describeIssues, manifestSchema, type Manifest } from "@zot/protocol";

/** Reads and checks `extension.json` of a folder. */
export function readManifest(folder: string): Manifest {
  const path = join(folder, "extension.json");
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch (cause) {
    throw new Error(`Cannot read ${path}: ${(cause as Error).message}`, { cause });
  }
  const read = manifestSchema.safeParse(content);
  if (!read.success) throw new Error(`${path} is wrong: ${describeIssues(read.error)}`);
  return read.data;
}

/** The program to start: a bare name is looked up on PATH, anything with a separator in the folder. */
export function resolveExec(folder: string, { name, exec }: Manifest): string {
  if (exec === undefined) throw new Error(`${name} has no "exec" in its extension.json.`);
  if (isAbsolute(exec)) return exec;
  return /[/\\]/.test(exec) ? resolve(folder, exec) : exec;
}

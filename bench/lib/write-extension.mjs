import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/** Makes this folder an extension of the same name that is one program; returns the folder. */
export function writeExtension(dir, file, exec = process.execPath) {
  mkdirSync(dir, { recursive: true });
  const manifest = { name: basename(dir), exec, args: [file] };
  writeFileSync(join(dir, "extension.json"), JSON.stringify(manifest));
  return dir;
}

import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readRegularFile } from "../discovery/regular-file.js";
import type { TrustBoundary } from "./boundary.js";

const FILE = ".python-version";
const MAX_SHIM_BYTES = 64 * 1024;

/**
 * For a shim of pyenv, which starts the Python that a file in or above the folder names: what that file says. Nothing for
 * any other program.
 */
export function readVersionFile(
  program: string,
  boundary: TrustBoundary,
): { ok: true; settings: string } | { ok: false; why: string } | undefined {
  if (basename(dirname(program)) !== "shims") return undefined;
  const text = readRegularFile(program, { maxBytes: MAX_SHIM_BYTES }).toString("latin1");
  if (!/^#!.*sh\b/.test(text) || !text.includes('/pyenv" exec ')) return undefined;
  for (const folder of [boundary.root, ...boundary.above()]) {
    const path = join(folder, FILE);
    if (!existsSync(path)) continue;
    const versions = readRegularFile(path, { maxBytes: MAX_SHIM_BYTES }).toString("latin1");
    // Older releases took a path for a version.
    if (/[/\\]|\.\./.test(versions)) return { ok: false, why: `${path} names what pyenv starts` };
    return { ok: true, settings: versions };
  }
  return { ok: true, settings: "" };
}

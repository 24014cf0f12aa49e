import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { hasCode } from "../../errors.js";
import { ToolError } from "../tool-error.js";

/** Where a path really leads, also when its last parts do not exist yet. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
  }
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) {
    throw new ToolError(`${path} is a link to something that does not exist`);
  }
  const parent = dirname(path);
  return parent === path ? path : join(realPath(parent), basename(path));
}

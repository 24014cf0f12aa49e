import { statSync } from "node:fs";
import { resolvePath } from "@zot/sdk";
import { UsageError } from "../errors.js";
import type { Options } from "./flags.js";

/** The folder that a run works in. */
export function findCwd(options: Options): string {
  const cwd = resolvePath(options.cwd ?? ".", process.cwd());
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() === true) return cwd;
  throw new UsageError(`--cwd: there is no folder ${cwd}`);
}

import { realpathSync } from "node:fs";
import { delimiter, isAbsolute } from "node:path";
import type { TrustBoundary } from "./boundary.js";
import { LIBRARY_PATHS, type Interpreter } from "./interpreters.js";

/** Why the environment makes a program load what the project can change. */
export function findOutsideVariable(
  env: NodeJS.ProcessEnv,
  boundary: TrustBoundary,
  interpreter?: Interpreter,
): string | undefined {
  for (const name of [...LIBRARY_PATHS, ...(interpreter?.paths ?? [])]) {
    const outside = splitPaths(env[name]).find((path) => leadsToProject(path, boundary));
    if (outside !== undefined) return `${name} names ${outside}, which is outside of its folder`;
  }
  for (const name of interpreter?.optionVariables ?? []) {
    const words = (env[name] ?? "").split(/\s+/).filter((word) => word !== "");
    const odd = words.find((word) => interpreter && !isHarmless(word, interpreter, boundary));
    if (odd !== undefined) return `${name} has ${odd}, and zot does not know what that loads`;
  }
  return undefined;
}

function splitPaths(value = ""): string[] {
  return value.split(delimiter === ":" ? /[\s:]+/ : delimiter).filter((path) => path !== "");
}

function isHarmless(
  word: string,
  { options, loads }: Interpreter,
  boundary: TrustBoundary,
): boolean {
  if (options.test(word) || loads?.test(word) === true) return true;
  const path = word.replace(/^--[a-z-]+=/, "");
  return isAbsolute(path) && !leadsToProject(path, boundary);
}

/** By its letters, and by where it really leads. */
function leadsToProject(path: string, boundary: TrustBoundary): boolean {
  if (!isAbsolute(path)) return boundary.leadsOut(path);
  if (boundary.canChange(path)) return true;
  try {
    return boundary.canChange(realpathSync.native(path));
  } catch {
    return false;
  }
}

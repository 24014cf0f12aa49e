import { realpathSync } from "node:fs";
import { delimiter, isAbsolute } from "node:path";
import type { Ground } from "./boundary.js";
import { LIBRARY_PATHS, type Interpreter } from "./interpreters.js";

/** Why the environment makes a program load what the project can change. */
export function findStrayVariable(
  env: NodeJS.ProcessEnv,
  ground: Ground,
  interpreter?: Interpreter,
): string | undefined {
  for (const name of [...LIBRARY_PATHS, ...(interpreter?.paths ?? [])]) {
    const stray = splitPaths(env[name]).find((path) => leadsToProject(path, ground));
    if (stray !== undefined) return `${name} names ${stray}, which is outside of its folder`;
  }
  for (const name of interpreter?.optionVariables ?? []) {
    const words = (env[name] ?? "").split(/\s+/).filter((word) => word !== "");
    const odd = words.find((word) => interpreter && !isHarmless(word, interpreter, ground));
    if (odd !== undefined) return `${name} has ${odd}, and zot does not know what that loads`;
  }
  return undefined;
}

function splitPaths(value = ""): string[] {
  return value.split(delimiter === ":" ? /[\s:]+/ : delimiter).filter((path) => path !== "");
}

function isHarmless(word: string, { options, loads }: Interpreter, ground: Ground): boolean {
  if (options.test(word) || loads?.test(word) === true) return true;
  const path = word.replace(/^--[a-z-]+=/, "");
  return isAbsolute(path) && !leadsToProject(path, ground);
}

/** By its letters, and by where it really leads. */
function leadsToProject(path: string, ground: Ground): boolean {
  if (!isAbsolute(path)) return ground.leadsOut(path);
  if (ground.canChange(path)) return true;
  try {
    return ground.canChange(realpathSync.native(path));
  } catch {
    return false;
  }
}

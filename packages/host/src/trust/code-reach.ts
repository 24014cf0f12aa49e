import { realpathSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, isAbsolute, resolve } from "node:path";
import type { Manifest } from "@zot/protocol";
import { isInside } from "../context/base.js";
import { resolveExec } from "../discovery/resolve-exec.js";
import { findOutsideVariable } from "./environment.js";
import type { TrustBoundary } from "./boundary.js";
import { findInterpreter, NODE, type Interpreter } from "./interpreters.js";
import { checkLoader, readAbove } from "./node-project.js";
import { readProgramFile } from "./program-file.js";
import { readVersionFile } from "./version-file.js";

/**
 * Whether all code that a command line makes its program load is in the extension's folder or the system's own. `settings`
 * are those that it takes from above the folder.
 */
export type Reach = { ok: true; settings: string } | { ok: false; why: string };

/** Writable for everyone, or different for each process. */
const SHIFTING = ["/proc", "/dev", "/sys", "/tmp", "/var/tmp", tmpdir()];

/**
 * Follows the command line of a manifest. What is not known to stay in the folder is taken to leave it.
 *
 * @example
 * findReach({ name: "x", exec: "node", args: ["main.js"] }, new TrustBoundary(dir, cwd), process.env); // { ok: true, … }
 */
export function findReach(
  manifest: Manifest,
  boundary: TrustBoundary,
  env: NodeJS.ProcessEnv,
): Reach {
  if (manifest.exec === undefined) return { ok: true, settings: "" };
  try {
    return followCommand({ exec: manifest.exec, args: manifest.args ?? [] }, boundary, env);
  } catch (error) {
    return no(error instanceof Error ? error.message : String(error));
  }
}

interface Command {
  exec: string;
  args: readonly string[];
}

function followCommand(
  { exec, args }: Command,
  boundary: TrustBoundary,
  env: NodeJS.ProcessEnv,
): Reach {
  const found = resolveExec(exec, boundary.root, env.PATH);
  if (!found.ok) return no(found.reason);
  const { command } = found;
  const real = realpathSync.native(command);
  if (isInside(boundary.root, real)) return followOwnProgram(real, args, boundary, env);
  if (isInside(boundary.root, command)) return no(`${exec} is a link that leads out of its folder`);
  if ([command, real].some((path) => boundary.canChange(path) || isShifting(path))) {
    return no(`its program ${command} is outside of its folder`);
  }
  const shim = readVersionFile(real, boundary);
  if (shim && !shim.ok) return shim;
  const interpreter = findInterpreter(basename(shim ? command : real));
  const isApplet = basename(real) === "busybox" && !/^a?sh$/.test(basename(command));
  if (!interpreter || isApplet) return no(`zot does not know what ${exec} loads`);
  return withSettings(followScript(interpreter, args, boundary, env), shim?.settings);
}

/** A program of the extension's own: a script with a first line, or machine code. */
function followOwnProgram(
  path: string,
  args: readonly string[],
  boundary: TrustBoundary,
  env: NodeJS.ProcessEnv,
): Reach {
  const file = readProgramFile(path);
  if (file.kind === "unknown") return no(file.why);
  if (file.kind === "script") {
    const command = { exec: file.exec, args: [...file.args, path, ...args] };
    return followCommand(command, boundary, env);
  }
  const interpreter = findInterpreter(basename(path));
  if (interpreter) return followScript(interpreter, args, boundary, env);
  const why = findOutsideVariable(env, boundary) ?? findOutsideArgument(args, boundary);
  return why === undefined ? { ok: true, settings: "" } : no(why);
}

/** `interpreter [options] script [words]` */
function followScript(
  interpreter: Interpreter,
  args: readonly string[],
  boundary: TrustBoundary,
  env: NodeJS.ProcessEnv,
): Reach {
  const words = [...args];
  for (let word = words[0]; word?.startsWith("-") === true; word = words[0]) {
    words.shift();
    if (word === "--") break;
    if (interpreter.options.test(word)) continue;
    const [, flag = word, given] = /^(--[a-z-]+)=(.*)$/.exec(word) ?? [];
    const target = interpreter.loads?.test(flag) === true ? (given ?? words.shift()) : undefined;
    if (target === undefined) return no(`zot does not know what the option ${flag} loads`);
    const why = /^\.{0,2}\//.test(target)
      ? checkFile(target, boundary)
      : checkLoader(target, boundary)?.replace(/^/, `${flag}: `);
    if (why !== undefined) return no(why);
  }
  const [script, ...rest] = words;
  if (script === undefined) return no(`${interpreter.title} is given no script`);
  const why =
    (interpreter.commands?.test(script) === true ? `${script} is not a script` : undefined) ??
    checkFile(script, boundary) ??
    findOutsideArgument(rest, boundary) ??
    findOutsideVariable(env, boundary, interpreter);
  if (why !== undefined) return no(why);
  return interpreter === NODE ? readAbove(boundary) : { ok: true, settings: "" };
}

/** Why a word is not a file of the folder, by its letters and by where it really leads. */
function checkFile(word: string, boundary: TrustBoundary): string | undefined {
  const path = resolve(boundary.root, word);
  if (!isInside(boundary.root, path)) return `${word} is outside of its folder`;
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) return `${word} is not a file of its folder`;
  if (isInside(boundary.root, realpathSync.native(path))) return undefined;
  return `${word} is a link that leads out of its folder`;
}

function findOutsideArgument(
  words: readonly string[],
  boundary: TrustBoundary,
): string | undefined {
  for (const word of words) {
    const outside = boundary.findOutside(word);
    if (outside !== undefined) return `${outside} is outside of its folder`;
  }
  return undefined;
}

function isShifting(path: string): boolean {
  return isAbsolute(path) && SHIFTING.some((folder) => isInside(folder, dirname(path)));
}

function withSettings(reach: Reach, settings: string | undefined): Reach {
  return reach.ok && settings !== undefined
    ? { ok: true, settings: `${reach.settings} ${settings}` }
    : reach;
}

function no(why: string): Reach {
  return { ok: false, why };
}

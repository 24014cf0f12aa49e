import {
  chmodSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  writeFileSync,
  type PathLike,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { messageOf } from "../../errors.js";
import { lazyCrypto } from "../../lazy-crypto.js";
import type { Protected } from "./find-protected.js";
import { isProtectedName } from "./protected-names.js";

/** How many are named in a result; the rest is counted. */
const MOST_TOLD = 4;

/** Where something was, and where it is now, from the jail's folder; or why it is still there. */
export type SetAside = { path: string } & ({ now: string } | { problem: string });

/**
 * Moves out of reach what a command has made: into `.zot`, which nothing in the jail can change and nothing outside
 * looks into for this. That is on the same disk, so that a move is one step.
 */
export function setAside(root: string, made: readonly Protected[]): SetAside[] {
  if (made.length === 0) return [];
  const folder = join(root, ".zot", "set-aside");
  const place = join(folder, lazyCrypto().randomBytes(4).toString("hex"));
  return made.map(({ path, head, raw }, index) => {
    const from = head === undefined ? path : join(path, head);
    const name = relative(root, from);
    // Names that are no text may look the same.
    const to = join(place, raw === undefined ? name : `${name}-${index}`);
    try {
      allowMove(from, raw ?? from);
      return { path: name, now: relative(root, move(raw ?? from, from, to)) };
    } catch (error) {
      return { path: name, problem: messageOf(error) };
    }
  });

  function move(source: PathLike, from: string, to: string): string {
    try {
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(join(folder, ".gitignore"), "*\n");
      renameSync(source, to);
      return to;
    } catch (error) {
      // Another disk, or a folder where nothing may be made: a name that nobody looks for is out of reach, too,
      // unless it is what is inside that matters.
      const name = basename(from);
      if (!isProtectedName(name) && name.toLowerCase() !== "head") throw error;
      const beside = `${from}.set-aside-${basename(place)}`;
      renameSync(source, beside);
      return beside;
    }
  }
}

/** The command may have closed what it made, or the folder that it is in; a move takes the right to write to both. */
function allowMove(path: string, source: PathLike): void {
  const parent = dirname(path);
  if (realpathSync.native(parent) !== parent) throw new Error(`${parent} was replaced by a link`);
  for (const place of [parent, source]) {
    const stats = lstatSync(place);
    const isOpen = (stats.mode & 0o700) === 0o700;
    if (stats.isDirectory() && !isOpen) chmodSync(place, stats.mode | 0o700);
  }
}

/** What the model and the user are told about it; nothing if there was nothing. */
export function describeSetAside(moved: readonly SetAside[]): string {
  if (moved.length === 0) return "";
  const told = moved.slice(0, MOST_TOLD);
  const more = moved.length - told.length;
  const back = told.flatMap((one) =>
    "now" in one && isPlain(one.path) ? [`  mv ${quote(one.now)} ${quote(one.path)}`] : [],
  );
  return [
    "",
    ...told.map((one) =>
      "now" in one
        ? `[zot moved ${show(one.path)} to ${show(one.now)}]`
        : `[${show(one.path)} should have been moved away, but could not be: ${one.problem}. Don't use git or an editor there]`,
    ),
    ...(more > 0 ? [`[and ${more} more to the same place]`] : []),
    "[Git, editors and other programs run or obey these outside the jail, so a command in it can't make them. " +
      "The user can put back what is wanted, in the folder of the jail:",
    ...back,
    "or unlock the jail with /unjail and have the command run again.]",
  ].join("\n");
}

/** A name that could pass for something else is written out. */
function show(path: string): string {
  return isPlain(path) ? path : JSON.stringify(path);
}

function isPlain(path: string): boolean {
  return /^[\p{L}\p{N}\p{P}\p{S} ]+$/u.test(path);
}

/** For a shell. */
function quote(path: string): string {
  const plain = /^[\w./@+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
  return path.startsWith("-") ? `./${plain}` : plain;
}

import { dirname, extname, resolve } from "node:path";
import { isInside } from "../context/base.js";

const MODULES = /^\.[cm]?[jt]sx?$/;
const SCRIPTS = /^\.(?:py|sh|bash|zsh|rb|pl|pm)$/;
const IMPORT = /\b(?:from|import|require)\s*\(?\s*(["'`])(\.{1,2}(?:\/[^"'`\n]*)?)\1/g;
/** Steps up, and what is before them: a path in front says where they begin. */
const CLIMB = /(\/?)((?:\.{1,2}\/+)*\.\.)(?![\w.])/g;

/**
 * Whether a file of an extension plainly names code outside of the folder: an import, or in a language whose scripts load
 * each other by path any path. Paths that a program computes are not found.
 */
export function findOutsideImport(root: string, path: string, bytes: Buffer): string | undefined {
  const ending = extname(path).toLowerCase();
  const isModule = MODULES.test(ending);
  const isScript = SCRIPTS.test(ending) || (ending === "" && bytes.subarray(0, 2).equals(SHEBANG));
  if ((!isModule && !isScript) || !bytes.includes("..")) return undefined;
  const text = bytes.toString("latin1");
  return isModule ? findImport(root, path, text) : findClimb(root, path, text);
}

const SHEBANG = Buffer.from("#!");

function findImport(root: string, path: string, text: string): string | undefined {
  for (const [, , name = ""] of text.matchAll(IMPORT)) {
    if (!isInside(root, resolve(dirname(path), name))) return name;
  }
  return undefined;
}

/** Where nothing is in front, a path begins in the folder that the program runs in. */
function findClimb(root: string, path: string, text: string): string | undefined {
  for (const [, slash, steps = ""] of text.matchAll(CLIMB)) {
    const start = slash === "" ? root : dirname(path);
    if (!isInside(root, resolve(start, steps))) return steps;
  }
  return undefined;
}

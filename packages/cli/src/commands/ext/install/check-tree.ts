import { lstatSync, readdirSync, readlinkSync, realpathSync, unlinkSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { CliError } from "../../../errors.js";
import { isDeadLock } from "./dead-lock.js";
import { leadsOut } from "./leads-out.js";

const MAX_FILES = 50_000;

export interface Tree {
  files: number;
  bytes: number;
  /** Links in node_modules that led out of the folder, as a workspace has them, and locks with such; taken away. */
  leftOut: { path: string; why: string }[];
}

/** Looks at a staged folder as it will run: every link in it stays in it, or the whole is refused. */
export function checkTree(root: string): Tree {
  const tree: Tree = { files: 0, bytes: 0, leftOut: [] };
  walk(tree, realpathSync.native(root), "");
  return tree;
}

function walk(tree: Tree, root: string, folder: string): void {
  for (const name of readdirSync(join(root, folder)).toSorted()) {
    const path = join(folder, name);
    const stats = lstatSync(join(root, path));
    if (stats.isDirectory()) {
      walk(tree, root, path);
      continue;
    }
    if (stats.isSymbolicLink() && !staysInside(root, path)) {
      leaveOut(tree, root, path);
      continue;
    }
    if (stats.isFile() && isDeadLock(root, path)) {
      unlinkSync(join(root, path));
      tree.leftOut.push({ path, why: "it asks for links that lead out of the folder" });
      continue;
    }
    tree.files += 1;
    tree.bytes += stats.isFile() ? stats.size : 0;
    if (tree.files > MAX_FILES) throw new CliError(`it has more than ${MAX_FILES} files`);
  }
}

/** By where it really leads: folders on its way may be links themselves. */
function staysInside(root: string, path: string): boolean {
  try {
    // Node's own `realpathSync` takes `..` in a link's text by the letter, the system by the folder.
    return !leadsOut(relative(root, realpathSync.native(join(root, path))));
  } catch {
    // It leads nowhere now, but could lead anywhere later.
    return false;
  }
}

function leaveOut(tree: Tree, root: string, path: string): void {
  if (!path.split(sep).includes("node_modules")) {
    const target = readlinkSync(join(root, path));
    throw new CliError(`${path} is a link that leads out of the extension's folder, to ${target}`);
  }
  unlinkSync(join(root, path));
  tree.leftOut.push({ path, why: "a link that leads out of the folder" });
}

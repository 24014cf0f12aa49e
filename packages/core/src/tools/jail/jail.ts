import { realpathSync, statSync } from "node:fs";
import { isProtected } from "./is-protected.js";
import { isInside } from "../paths.js";
import { realPath } from "./real-path.js";

export interface JailOptions {
  locked?: boolean;
  /** Folders that nothing in the jail may see, though they may lie in it: where credentials are kept. */
  hidden?: readonly string[];
}

/**
 * Keeps the tools inside one folder while it is locked. What counts is where a path really leads, and
 * that is looked at again when the file is opened.
 *
 * @example
 * const jail = new Jail(process.cwd());
 * const tools = builtInTools({ jail });
 * jail.locked = true;
 */
export class Jail {
  /** The real path of the folder. */
  readonly root: string;
  /** The folder itself, should something else take its place. */
  readonly identity: { dev: number; ino: number };
  locked: boolean;
  readonly #hidden: readonly string[];

  constructor(root: string, { locked = false, hidden = [] }: JailOptions = {}) {
    this.root = realpathSync.native(root);
    const { dev, ino } = statSync(this.root);
    this.identity = { dev, ino };
    this.locked = locked;
    this.#hidden = hidden;
  }

  /** By their real paths: such a folder may be made, or become a link, at any time. */
  get hidden(): readonly string[] {
    return this.#hidden.map(realPath);
  }

  /** Why a tool may not read, or write, what is at this real path; undefined if it may. */
  findObstacle(path: string, access: "read" | "write"): string | undefined {
    if (!isInside(this.root, path)) return `outside the jail ${this.root}`;
    if (this.hidden.some((folder) => isInside(folder, path))) return "closed to tools in the jail";
    if (access === "write" && isProtected(this, path)) {
      return "protected in the jail: other programs run or obey what is in it";
    }
    return undefined;
  }
}

import { realpathSync, statSync } from "node:fs";

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

  constructor(root: string, options: { locked?: boolean } = {}) {
    this.root = realpathSync.native(root);
    const { dev, ino } = statSync(this.root);
    this.identity = { dev, ino };
    this.locked = options.locked ?? false;
  }
}

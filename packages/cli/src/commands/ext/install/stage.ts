import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";

const PREFIX = ".staging-";

/**
 * A hidden folder next to the installed extensions, so that moving into place is one rename. Until
 * `place` has returned, `discard` leaves the disk as it was.
 */
export class Stage {
  /** Where the new extension is put together. */
  readonly dir: string;
  readonly #root: string;
  readonly #box: string;
  /** The first folder that was missing, if any. */
  readonly #made: string | undefined;

  constructor(root: string) {
    this.#root = root;
    this.#made = mkdirSync(root, { recursive: true, mode: 0o700 });
    sweep(root);
    this.#box = mkdtempSync(join(root, `${PREFIX}${process.pid}-`));
    this.dir = join(this.#box, "new");
  }

  /** Moves it to its name, whatever has been there; if that fails, all is as before. */
  place(name: string): string {
    const target = join(this.#root, name);
    const old = join(this.#box, "old");
    const replaces = existsSync(target);
    if (replaces) renameSync(target, old);
    try {
      renameSync(this.dir, target);
    } catch (error) {
      if (replaces) renameSync(old, target);
      throw error;
    }
    rmSync(this.#box, { recursive: true, force: true });
    return target;
  }

  discard(): void {
    rmSync(this.#box, { recursive: true, force: true });
    if (this.#made === undefined) return;
    for (let dir = this.#root; ; dir = dirname(dir)) {
      try {
        rmdirSync(dir);
      } catch {
        return;
      }
      if (dir === this.#made) return;
    }
  }
}

/** What an install left behind that was killed. */
function sweep(root: string): void {
  for (const name of readdirSync(root)) {
    const pid = new RegExp(`^\\${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) {
      rmSync(join(root, name), { recursive: true, force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

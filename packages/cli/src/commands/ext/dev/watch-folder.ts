import { existsSync, readdirSync, statSync, watch, type FSWatcher } from "node:fs";
import { basename, join, relative } from "node:path";

/** A save is often several writes; a checkout is many files. */
const QUIET_MS = 100;
const IGNORED = /^(?:node_modules|\.git|__pycache__|4913|\.#.*|.*~|.*\.(?:pyc|swp|swx|tmp|log))$/;

export interface FolderWatch {
  close(): void;
}

/**
 * Tells which files below a folder changed, once it is quiet again. Every folder is watched by itself:
 * Node's recursive watch would go through node_modules too.
 */
export function watchFolder(root: string, onChange: (paths: string[]) => void): FolderWatch {
  const watchers = new Map<string, FSWatcher>();
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const report = () => {
    const all = [...changed];
    changed.clear();
    // A draft that an editor renamed away is no news beside the file that it became.
    const there = all.filter((path) => existsSync(path));
    onChange((there.length > 0 ? there : all).map((path) => relative(root, path)));
  };
  const note = (path: string) => {
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(report, QUIET_MS);
  };
  const drop = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const add = (folder: string, isNew: boolean) => {
    if (watchers.has(folder)) return;
    try {
      const watcher = watch(folder, (_, name) => {
        if (name === null || IGNORED.test(basename(name))) return;
        const path = join(folder, name);
        if (isFolder(path)) add(path, true);
        else {
          drop(path);
          note(path);
        }
      });
      watcher.on("error", () => {
        drop(folder);
      });
      watchers.set(folder, watcher);
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (IGNORED.test(entry.name)) continue;
        const path = join(folder, entry.name);
        if (entry.isDirectory()) add(path, isNew);
        else if (isNew) note(path);
      }
    } catch {
      drop(folder);
    }
  };
  add(root, false);
  return {
    close() {
      clearTimeout(timer);
      for (const folder of [...watchers.keys()]) drop(folder);
    },
  };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

import { setImmediate } from "node:timers/promises";
import { findProtected, MOST_ENTRIES, walkProtected, type Protected } from "./find-protected.js";
import { isInside } from "../paths.js";
import { makePlaceholders } from "./placeholders.js";
import { namesInRoot } from "./protected-names.js";
import { setAside, type SetAside } from "./set-aside.js";

/** Bubblewrap reads the list of mounts again for each of them: these take it about a second. */
const MOST_MOUNTS = 500;

interface Place {
  root: string;
  hidden: readonly string[];
}

/** What is to be mounted read-only over a jail, and what looks at it again after the command. */
export interface Protection {
  paths: readonly string[];
  /** Once all that the command started has ended: moves away what it made, and says what. */
  release: () => Promise<SetAside[]>;
  /** The same, at once, for when the process itself ends. */
  releaseNow: () => SetAside[];
}

/**
 * Finds what a command in the jail must not change. What is missing in the jail's own folder is there, empty, while the
 * command runs. No mount can stand in for what is missing elsewhere, so what the command made is moved away afterwards.
 */
export async function protectPaths({ root, hidden }: Place): Promise<Protection> {
  const giveBack = makePlaceholders(root, namesInRoot(root));
  let before: Protected[];
  let paths: string[];
  try {
    before = await inTurns(walkProtected(root, { hidden, most: MOST_ENTRIES }));
    paths = listMounts(root, before);
  } catch (error) {
    giveBack();
    throw error;
  }
  const known = new Set(before.map(({ identity }) => identity));
  const finish = (after: readonly Protected[]) =>
    setAside(
      root,
      after.filter(({ identity }) => !known.has(identity)),
    );
  const all = { hidden, most: Infinity };
  return {
    paths,
    release: async () => {
      try {
        return finish(await inTurns(walkProtected(root, all)));
      } finally {
        giveBack();
      }
    },
    releaseNow: () => {
      try {
        return finish(findProtected(root, all));
      } finally {
        giveBack();
      }
    },
  };
}

function listMounts(root: string, found: readonly Protected[]): string[] {
  const mounts: string[] = [];
  for (const { path, target, raw } of found) {
    if (raw !== undefined)
      throw new Error(`the name of the folder ${path} is not UTF-8. Rename it.`);
    if (path === root) throw new Error(`${root} is git's own folder. Start zot in a work tree.`);
    // A link that leads nowhere can't be mounted on; that it was replaced is seen afterwards.
    if (target === null) continue;
    const place = target ?? path;
    if (!isInside(root, place) || isInside(place, root)) continue;
    if (!mounts.some((mount) => isInside(mount, place))) mounts.push(place);
  }
  if (mounts.length > MOST_MOUNTS) {
    throw new Error(
      `${root} holds ${mounts.length} files and folders that git, editors and others run or obey; ` +
        `${MOST_MOUNTS} can be protected. Start zot in a smaller folder.`,
    );
  }
  return mounts;
}

async function inTurns<T>(walk: Generator<void, T>): Promise<T> {
  for (;;) {
    const step = walk.next();
    if (step.done === true) return step.value;
    await setImmediate();
  }
}

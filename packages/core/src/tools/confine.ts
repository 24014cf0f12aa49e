import { existsSync, realpathSync } from "node:fs";
import { lazyChildProcess } from "../lazy-child-process.js";
import type { Jail } from "./jail.js";
import { isInside } from "./paths.js";

const BUBBLEWRAP = "bwrap";
/** What programs need of a system to run at all; read-only. */
const SYSTEM = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/opt"];

/**
 * How to keep a shell inside a locked jail. No look at a command's text can do that, so it takes the
 * kernel's help, through bubblewrap; where there is none the command is refused.
 */
export function confineCommand(
  jail: Jail | undefined,
  cwd: string,
): { wrap: string[] } | { refusal: string } {
  if (jail?.locked !== true) return { wrap: [] };
  if (!isInside(jail.root, realpathSync.native(cwd))) {
    return { refusal: `${cwd} is outside the jail ${jail.root}` };
  }
  if (!canConfine()) {
    return {
      refusal:
        "bash is off while the jail is locked: this machine has nothing to confine it with. " +
        "Install bubblewrap (bwrap), or unlock the jail. read, write and edit work.",
    };
  }
  return { wrap: bubblewrap(jail.root, cwd) };
}

function bubblewrap(root: string, cwd: string): string[] {
  const system = SYSTEM.filter((path) => existsSync(path));
  return [
    BUBBLEWRAP,
    ...system.flatMap((path) => ["--ro-bind", path, path]),
    ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"],
    ...["--bind", root, root, "--chdir", cwd],
    ...["--unshare-pid", "--die-with-parent", "--new-session", "--"],
  ];
}

let works: boolean | undefined;

function canConfine(): boolean {
  works ??=
    process.platform === "linux" &&
    lazyChildProcess().spawnSync(BUBBLEWRAP, [...bubblewrap("/tmp", "/tmp").slice(1), "true"], {
      timeout: 5_000,
    }).status === 0;
  return works;
}

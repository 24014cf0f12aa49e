import type { ChildProcess } from "node:child_process";
import { existsSync, lstatSync, readdirSync, realpathSync } from "node:fs";
import { messageOf } from "../../errors.js";
import { lazyChildProcess } from "../../lazy-child-process.js";
import type { Jail } from "./jail.js";
import { INFO_FD, JailedProcesses } from "./jailed-processes.js";
import { isInside } from "../paths.js";
import { protectPaths, type Protection } from "./protected-paths.js";
import { describeSetAside } from "./set-aside.js";

/** Never by `$PATH`, which may lead into the project. */
const PLACES = ["/usr/bin/bwrap", "/bin/bwrap", "/usr/local/bin/bwrap", "/run/wrappers/bin/bwrap"];

/** What programs need of a system to run at all; read-only. */
const SYSTEM = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt"];

/** Of `/etc`, only what programs look things up in: root's own files would be open to a root in the jail. */
const SETTINGS = [
  ...[
    "passwd",
    "group",
    "hosts",
    "nsswitch.conf",
    "protocols",
    "services",
    "localtime",
    "timezone",
  ],
  ...["ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "os-release", "debian_version"],
  ...["ssl/certs", "ssl/openssl.cnf", "ca-certificates", "pki/tls/certs", "terminfo", "mime.types"],
  ...["bash.bashrc", "profile", "profile.d", "inputrc", "locale.conf", "magic", "xml", "java"],
].map((name) => `/etc/${name}`);

/** Namespaces of its own for everything, no capability for anybody, root included, and none to be had. */
const ISOLATION = [
  ...["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-net"],
  ...["--unshare-cgroup-try", "--cap-drop", "ALL", "--die-with-parent", "--new-session"],
];

/** What a command is told of our environment. */
const KEPT =
  /^(?:PATH|LANG|LANGUAGE|LC_\w+|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|TZ|USER|LOGNAME|SHELL|CI|AI_AGENT|ZOT_AGENT|ZOT_SESSION_ID)$/;

/** How a command is started so that it stays inside. */
export interface Confinement {
  /** What goes before the command; nothing where there is no locked jail. */
  wrap: string[];
  env: NodeJS.ProcessEnv;
  /** To be called with the command once it runs. */
  watch: (child: ChildProcess) => void;
  /** To be called when the command has ended: ends what it left, and says what of its doing was undone. */
  release: () => Promise<string>;
}

const FREE = { watch: () => undefined, release: () => Promise.resolve("") };

/**
 * How to keep a shell inside a locked jail. No look at a command's text can do that, so it takes the
 * kernel's help, through bubblewrap; where there is none the command is refused.
 */
export async function confineCommand(
  jail: Jail | undefined,
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<Confinement | { refusal: string }> {
  if (jail?.locked !== true) return { wrap: [], env, ...FREE };
  const refuse = (why: string) => ({ refusal: `bash is off while the jail is locked: ${why}` });
  if (!isInside(jail.root, realpathSync.native(cwd))) {
    return { refusal: `${cwd} is outside the jail ${jail.root}` };
  }
  const { hidden } = jail;
  if (["/etc", "/proc", "/dev", ...SYSTEM].some((path) => isInside(jail.root, path))) {
    return refuse(`${jail.root} holds the system itself. Start zot in a project's folder.`);
  }
  if (hidden.some((folder) => isInside(folder, jail.root))) {
    return refuse(`${jail.root} is where zot keeps credentials. Start zot in another folder.`);
  }
  const found = (bubblewrap ??= findBubblewrap());
  if ("problem" in found) {
    return refuse(`${found.problem} Or unlock the jail; read, write and edit work in it.`);
  }
  try {
    const protection = await protectPaths(jail);
    const wrap = [
      ...found.start,
      ...["--info-fd", String(INFO_FD)],
      ...["--bind", jail.root, jail.root],
      ...protection.paths.flatMap((path) => ["--ro-bind", path, path]),
      ...hidden
        .filter((folder) => isInside(jail.root, folder) && existsSync(folder))
        .flatMap((folder) => ["--tmpfs", folder]),
      ...["--chdir", cwd, "--"],
    ];
    return { wrap, env: cleanEnvironment(env), ...guard(protection) };
  } catch (error) {
    return refuse(messageOf(error));
  }
}

/** What is to be done for each command that runs now, should zot end. */
const RUNNING = new Set<() => void>();

function endAll(): void {
  for (const end of RUNNING) end();
}

/** Nothing that the command made may stay because zot itself ended in the meantime. */
function guard(protection: Protection): Pick<Confinement, "watch" | "release"> {
  let processes: JailedProcesses | undefined;
  const onExit = () => {
    processes?.endNow();
    protection.releaseNow();
  };
  if (RUNNING.size === 0) process.on("exit", endAll);
  RUNNING.add(onExit);
  return {
    watch: (child) => {
      processes = new JailedProcesses(child);
    },
    release: async () => {
      await processes?.end();
      const moved = await protection.release();
      RUNNING.delete(onExit);
      if (RUNNING.size === 0) process.off("exit", endAll);
      return describeSetAside(moved);
    },
  };
}

function cleanEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => KEPT.test(name));
  return { ...Object.fromEntries(kept), HOME: "/tmp", TMPDIR: "/tmp" };
}

type Bubblewrap = { start: string[] } | { problem: string };

let bubblewrap: Bubblewrap | undefined;

/** Finds out once whether it can do what is asked of it here. */
function findBubblewrap(): Bubblewrap {
  const program =
    process.platform === "linux" ? PLACES.find((path) => existsSync(path)) : undefined;
  if (program === undefined) {
    const how = process.platform === "linux" ? "Install bubblewrap (bwrap)." : "It takes Linux.";
    return { problem: `this machine has nothing to confine it with. ${how}` };
  }
  const mounts = [...SYSTEM, ...SETTINGS]
    .filter((path) => existsSync(path))
    .flatMap((path) => ["--ro-bind", path, path]);
  const own = ["--proc", "/proc", ...closeKernelFiles(), "--dev", "/dev", "--tmpfs", "/tmp"];
  let said = "";
  // Before 0.8 it could not keep its guests from making user namespaces of their own.
  for (const more of [["--disable-userns"], []]) {
    const start = [program, ...ISOLATION, ...more, ...mounts, ...own];
    const { status, stderr } = lazyChildProcess().spawnSync(program, [...start.slice(1), "true"], {
      timeout: 5_000,
      encoding: "utf8",
    });
    if (status === 0) return { start };
    said = stderr.trim().split("\n")[0] ?? "";
  }
  return {
    problem: `bubblewrap can't confine it here (${said || "it did not start"}). User namespaces must be allowed.`,
  };
}

/**
 * The kernel's switches in `/proc` belong to root, and a root in the jail is their owner even without a capability:
 * through `core_pattern` it would run programs outside.
 */
function closeKernelFiles(): string[] {
  return readdirSync("/proc", { withFileTypes: true })
    .filter((entry) => !/^\d+$/.test(entry.name) && !entry.isSymbolicLink())
    .map(({ name }) => `/proc/${name}`)
    .filter((path) => {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return stats !== undefined && (stats.isDirectory() || (stats.mode & 0o222) !== 0);
    })
    .flatMap((path) => ["--ro-bind", path, path]);
}

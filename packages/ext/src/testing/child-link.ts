import { spawn } from "node:child_process";
import { LineSplitter } from "@zot/protocol/lines";
import type { Link, LinkEvents } from "./link.js";
import { readManifest, resolveExec } from "./manifest.js";
import { groupOptions, signalGroup } from "./process-group.js";

/** The patience that zot has with an extension that was told to shut down. */
const TERM_AFTER_MS = 2_000;
const KILL_AFTER_MS = 1_000;

/** Starts the extension in a folder, as zot would. */
export function linkToChild(
  folder: string,
  env: NodeJS.ProcessEnv | undefined,
  events: LinkEvents,
): Link {
  const manifest = readManifest(folder);
  const child = spawn(resolveExec(folder, manifest), manifest.args ?? [], {
    ...groupOptions,
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const { stdin, stdout, stderr } = child;

  const killNow = () => {
    signalGroup(child, "SIGKILL");
  };
  process.once("exit", killNow);
  const splitter = new LineSplitter();
  stdout.on("data", (bytes: Buffer) => {
    for (const line of splitter.push(bytes)) {
      if (line.ok) events.onLine(line.text);
      else events.onProblem(line.message);
    }
  });
  stderr.setEncoding("utf8").on("data", events.onLog);
  stdin.on("error", () => {
    // EPIPE: the child closed its stdin or is gone, and its exit says so.
  });
  const timers: NodeJS.Timeout[] = [];
  const onEnd = (code: number | null, signal: NodeJS.Signals | null) => {
    for (const timer of timers) clearTimeout(timer);
    process.off("exit", killNow);
    // A grandchild may be left in the group.
    killNow();
    // What it wrote last may still be in the pipes.
    setImmediate(() => {
      events.onExit({ code, signal });
    });
  };
  child.on("exit", onEnd);
  child.on("error", (error) => {
    events.onLog(`${error.message}\n`);
    if (child.pid === undefined) onEnd(null, null);
  });

  return {
    send: (line) => {
      stdin.write(line);
    },
    disconnect: () => {
      stdin.end();
    },
    kill: killNow,
    end() {
      stdin.end();
      const terminate = () => {
        signalGroup(child, "SIGTERM");
        timers.push(setTimeout(killNow, KILL_AFTER_MS));
      };
      timers.push(setTimeout(terminate, TERM_AFTER_MS));
    },
  };
}

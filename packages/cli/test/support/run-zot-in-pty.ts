import { spawn } from "@lydell/node-pty";
import { join } from "node:path";
import { repo, makeFolder, type RunOptions } from "./run-zot.js";

export interface PtyRun {
  /** Resolves with all output so far, once it matches. */
  waitFor(pattern: RegExp): Promise<string>;
  type(keys: string): void;
  /** The exit code and all output. */
  finished: Promise<{ code: number; output: string }>;
  kill(): void;
}

/** Runs the built command in a real terminal of its own. */
export async function runZotInPty(
  args: readonly string[],
  options: Pick<RunOptions, "cwd" | "env"> & { columns?: number } = {},
): Promise<PtyRun> {
  const home = options.env?.ZOT_HOME ?? (await makeFolder());
  const bin = join(repo, "packages/cli/dist/zot.cjs");
  const pty = spawn(process.execPath, [bin, ...args], {
    cols: options.columns ?? 120,
    rows: 40,
    cwd: options.cwd ?? (await makeFolder()),
    env: {
      PATH: process.env.PATH ?? "",
      HOME: home,
      ZOT_HOME: home,
      TERM: "xterm",
      ...options.env,
    },
  });
  let output = "";
  const waiting = new Set<() => void>();
  pty.onData((text) => {
    output += text;
    for (const check of waiting) check();
  });
  const finished = new Promise<{ code: number; output: string }>((resolve) => {
    pty.onExit(({ exitCode }) => {
      resolve({ code: exitCode, output });
    });
  });
  return {
    finished,
    type(keys) {
      pty.write(keys);
    },
    kill() {
      pty.kill("SIGKILL");
    },
    waitFor: (pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (!pattern.test(output)) return;
          waiting.delete(check);
          resolve(output);
        };
        waiting.add(check);
        check();
        void finished.then(() => {
          reject(new Error(`ended before ${String(pattern)} came:\n${output}`));
        });
      }),
  };
}

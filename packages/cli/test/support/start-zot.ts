import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterEach } from "vitest";
import { makeFolder, repo } from "./run-zot.js";

const running = new Set<() => void>();
afterEach(() => {
  for (const kill of running) kill();
  running.clear();
});

export interface Running {
  pid: number;
  /** Resolves with all stdout so far, once it matches; rejects if the program ends before. */
  waitFor(pattern: RegExp): Promise<string>;
  /** The same for stderr. */
  waitForError(pattern: RegExp): Promise<string>;
  write(text: string): void;
  endInput(): void;
  signal(signal: NodeJS.Signals): void;
  finished: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

/** Starts the built command and leaves it running; it is gone after the test in any case. */
export async function startZot(
  args: readonly string[],
  {
    env = {},
    cwd,
    stdin = "ignore",
    memoryMb,
  }: {
    env?: Record<string, string>;
    cwd?: string;
    stdin?: "ignore" | "pipe";
    /** It is ended when it takes more memory of its own than this. */
    memoryMb?: number;
  } = {},
): Promise<Running> {
  const home = env.ZOT_HOME ?? (await makeFolder());
  const zot = [process.execPath, join(repo, "packages/cli/dist/zot.cjs"), ...args];
  const limit = memoryMb === undefined ? "" : `ulimit -d ${memoryMb * 1024}; `;
  const child = spawn("sh", ["-c", `${limit}exec "$@"`, "sh", ...zot], {
    cwd: cwd ?? (await makeFolder()),
    env: { PATH: process.env.PATH ?? "", HOME: home, ZOT_HOME: home, ...env },
    stdio: [stdin, "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  const waiting = new Set<() => void>();
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    for (const check of waiting) check();
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    for (const check of waiting) check();
  });
  const kill = () => child.kill("SIGKILL");
  running.add(kill);
  const finished = new Promise<Awaited<Running["finished"]>>((resolve) => {
    child.on("close", (code) => {
      running.delete(kill);
      resolve({ code, stdout, stderr });
    });
  });
  const waitUntil = (pattern: RegExp, read: () => string) =>
    new Promise<string>((resolve, reject) => {
      const check = () => {
        if (!pattern.test(read())) return;
        waiting.delete(check);
        resolve(read());
      };
      waiting.add(check);
      check();
      void finished.then(() => {
        reject(new Error(`ended before ${String(pattern)} came:\n${stdout}${stderr}`));
      });
    });
  return {
    pid: child.pid ?? -1,
    finished,
    write: (text) => child.stdin?.write(text),
    endInput: () => child.stdin?.end(),
    signal: (signal) => child.kill(signal),
    waitFor: (pattern) => waitUntil(pattern, () => stdout),
    waitForError: (pattern) => waitUntil(pattern, () => stderr),
  };
}

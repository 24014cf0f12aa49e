import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach } from "vitest";

export const repo = fileURLToPath(new URL("../../../..", import.meta.url));
const bin = join(repo, "packages/cli/dist/zot.cjs");

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** A folder that is gone after the test. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "zot-cli-"));
  folders.push(folder);
  return folder;
}

export interface Finished {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  cwd?: string;
  /** On top of an environment without any key, with a home of its own. */
  env?: Record<string, string>;
  /** Written to stdin, which is then closed, or a file as stdin; nothing there by default. */
  input?: string | { file: string };
}

/** What a refusal looks like on stderr. */
export const oneLine = /^zot: [^\n]+\n$/;

/** Runs the built command to its end. */
export async function runZot(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const home = options.env?.ZOT_HOME ?? (await makeFolder());
  const { input } = options;
  const file = typeof input === "object" ? openSync(input.file, "r") : undefined;
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: options.cwd ?? (await makeFolder()),
    env: { PATH: process.env.PATH ?? "", HOME: home, ZOT_HOME: home, ...options.env },
    stdio: [file ?? (input === undefined ? "ignore" : "pipe"), "pipe", "pipe"],
  });
  if (file !== undefined) closeSync(file);
  child.stdin?.end(input);
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      resolve({ code, signal, stdout, stderr });
    });
  });
}

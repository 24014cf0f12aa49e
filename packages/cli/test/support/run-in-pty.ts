import { join } from "node:path";
import * as pty from "@lydell/node-pty";
import { makeFolder, repo } from "./run-zot.js";

/** Runs the built command to its end on a terminal of its own; returns every byte that it wrote there. */
export async function runInPty(
  args: readonly string[],
  options: { env?: Record<string, string>; cwd?: string } = {},
): Promise<{ code: number; bytes: string }> {
  const home = options.env?.ZOT_HOME ?? (await makeFolder());
  const bin = join(repo, "packages/cli/dist/zot.cjs");
  const terminal = pty.spawn(process.execPath, [bin, ...args], {
    cols: 200,
    rows: 50,
    name: "xterm-256color",
    cwd: options.cwd ?? home,
    env: { PATH: process.env.PATH ?? "", HOME: home, ZOT_HOME: home, ...options.env },
  });
  let bytes = "";
  terminal.onData((text) => (bytes += text));
  return new Promise((resolve) => {
    terminal.onExit(({ exitCode }) => {
      resolve({ code: exitCode, bytes });
    });
  });
}

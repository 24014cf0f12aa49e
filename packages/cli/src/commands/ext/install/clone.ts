import { rmSync } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";
import { oneLine } from "@zot/tui/sanitize";
import { CliError } from "../../../errors.js";
import { cloneEnvironment, settingsEnvironment, type ReadSettings } from "./git-environment.js";

/** On every call: nothing in a repository, a template or a checkout may run. */
const CONFIG = [
  ...["-c", `core.hooksPath=${devNull}`],
  ...["-c", "core.fsmonitor=false"],
  ...["-c", "safe.bareRepository=explicit"],
  ...["-c", "protocol.ext.allow=never"],
  ...["-c", "submodule.recurse=false"],
  ...["-c", `core.attributesFile=${devNull}`],
  ...["-c", "gc.auto=0", "-c", "maintenance.auto=false"],
];

/** Clones the newest commit only, and keeps nothing of git; returns the commit. */
export async function cloneRepository(
  url: string,
  into: string,
  signal: AbortSignal,
): Promise<string> {
  const { execa } = await import("execa");
  const common = { extendEnv: false, cancelSignal: signal, stripFinalNewline: true } as const;
  const readSettings: ReadSettings = async (scope) => {
    const env = settingsEnvironment(process.env);
    const list = ["config", scope, "--includes", "--list", "--null"];
    // There may be no such file.
    return (await execa("git", list, { ...common, env, reject: false })).stdout;
  };
  const env = {
    ...(await cloneEnvironment(process.env, readSettings)),
    ...(process.stdin.isTTY ? {} : { GIT_TERMINAL_PROMPT: "0" }),
  };
  const run = (args: string[]) =>
    execa("git", [...CONFIG, ...args], { ...common, env, stdin: "inherit" });
  try {
    await run([
      ...["clone", "--quiet", "--depth=1", "--single-branch", "--no-tags"],
      ...["--no-recurse-submodules", "--template=", "--", url, into],
    ]);
    const { stdout } = await run(["-C", into, "rev-parse", "HEAD"]);
    return stdout;
  } catch (error) {
    signal.throwIfAborted();
    const { code, stderr } = error as { code?: string; stderr?: string };
    if (code === "ENOENT") throw new CliError("git is not on the PATH; install it first");
    const why = oneLine(stderr?.split("\n").findLast((line) => line.trim() !== "") ?? "");
    throw new CliError(`git could not clone it: ${why || (error as Error).message}`);
  } finally {
    rmSync(join(into, ".git"), { recursive: true, force: true });
  }
}

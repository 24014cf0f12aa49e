import { rmSync } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";
import { oneLine } from "@zot/tui/sanitize";
import { CliError } from "../../../errors.js";

/** What makes git look at another repository, or run what somebody left there. */
const DROPPED = [
  ...["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR"],
  ...["GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_PREFIX", "GIT_CONFIG"],
  ...["GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT", "GIT_TEMPLATE_DIR", "GIT_EXTERNAL_DIFF"],
  ...["GIT_PROXY_COMMAND", "GIT_EXEC_PATH", "GIT_TRACE", "GIT_SHALLOW_FILE", "GIT_GRAFT_FILE"],
];

/** On every call: nothing in a repository, a template or a checkout may run. */
const CONFIG = [
  ...["-c", `core.hooksPath=${devNull}`],
  ...["-c", "core.fsmonitor=false"],
  ...["-c", "safe.bareRepository=explicit"],
  ...["-c", "protocol.ext.allow=never"],
  ...["-c", "submodule.recurse=false"],
  // A checkout would fetch large files from a server that the repository names.
  ...["-c", "filter.lfs.smudge=", "-c", "filter.lfs.process=", "-c", "filter.lfs.required=false"],
];

/** Clones the newest commit only, and keeps nothing of git; returns the commit. */
export async function cloneRepository(
  url: string,
  into: string,
  signal: AbortSignal,
): Promise<string> {
  const { execa } = await import("execa");
  const env = {
    ...process.env,
    ...Object.fromEntries(DROPPED.map((name) => [name, undefined])),
    GIT_ALLOW_PROTOCOL: "https:ssh:file",
    GIT_LFS_SKIP_SMUDGE: "1",
    ...(process.stdin.isTTY ? {} : { GIT_TERMINAL_PROMPT: "0" }),
  };
  const run = (args: string[]) =>
    execa("git", [...CONFIG, ...args], {
      env,
      extendEnv: false,
      cancelSignal: signal,
      stdin: "inherit",
      stripFinalNewline: true,
    });
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

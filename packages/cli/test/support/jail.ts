import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder, runZot } from "./run-zot.js";

export const hasBubblewrap = existsSync("/usr/bin/bwrap");

/** What nothing in a jail may change or make, in any folder. */
export const NAMES = [".git", ".zot", ".vscode", ".idea", ".envrc", ".mcp.json"];

/** A project in a jail, and git as its user runs it outside; whatever gets out makes a file of this name. */
export async function makeJail() {
  const home = await makeFolder();
  const project = await makeFolder();
  const escaped = join(await makeFolder(), "escaped");
  writeFileSync(join(home, "config.json"), JSON.stringify({ jail_by_default: true }));
  const call = async (tool: string, args: Record<string, unknown>) => {
    const run = await runZot(
      ["-p", "--no-session", "--provider", "offline", `call ${tool} ${JSON.stringify(args)}`],
      { cwd: project, env: { ZOT_HOME: home, HOME: home } },
    );
    return run.stdout;
  };
  const git = (folder: string, ...args: string[]) => {
    const identity = ["-c", "user.email=a@b", "-c", "user.name=n"];
    const env = { PATH: process.env.PATH ?? "", HOME: home };
    try {
      const cwd = join(project, folder);
      return execFileSync("git", [...identity, ...args], { cwd, env, stdio: "pipe" }).toString();
    } catch (error) {
      return String(error);
    }
  };
  const put = (path: string, text = "as it was") => {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  };
  const look = (path: string) =>
    existsSync(join(project, path)) ? readFileSync(join(project, path), "utf8") : undefined;
  const bash = (command: string, more = {}) => call("bash", { command, ...more });
  return { home, project, escaped, call, git, put, look, bash };
}

/** A shell's command that makes a repository whose settings start a program. */
export function plantRepository(folder: string, escaped: string): string {
  return (
    `mkdir -p ${folder}/objects ${folder}/refs && echo ref: refs/heads/x > ${folder}/HEAD && ` +
    `printf '[core]\\n\\trepositoryformatversion = 0\\n\\tbare = false\\n\\tworktree = .\\n\\tfsmonitor = touch ${escaped}; false\\n' > ${folder}/config`
  );
}

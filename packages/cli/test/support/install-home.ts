import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { writeExtension } from "./extensions.js";
import { makeFolder, runZot } from "./run-zot.js";

/** A fresh `$ZOT_HOME` to install extensions into. */
export async function makeHome() {
  const home = await makeFolder();
  const env: Record<string, string> = { ZOT_HOME: home };
  return {
    home,
    env,
    installed: (name: string) => join(home, "extensions", name),
    install: (...args: string[]) => runZot(["ext", "install", ...args], { env }),
  };
}

export function git(cwd: string, ...args: string[]): void {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.invalid"];
  execFileSync("git", [...identity, ...args], { cwd, stdio: "ignore" });
}

/** An extension under git. */
export async function makeRepository(
  manifest: { name: string },
  files: Record<string, string> = {},
) {
  const dir = await writeExtension(await makeFolder(), manifest, files);
  git(dir, "init", "--quiet", "--initial-branch=main");
  git(dir, "add", "--all");
  git(dir, "commit", "--quiet", "-m", "first");
  return dir;
}

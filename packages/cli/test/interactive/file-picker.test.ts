import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder, ZotScreen } from "./support/zot-screen.js";

const offline = ["--provider", "offline", "--no-ext"];

/** A clone whose settings name programs: git runs them when it only lists the files. */
function hostileRepository(canary: string): string {
  const cwd = makeFolder();
  const env = { PATH: process.env.PATH, HOME: cwd, GIT_CONFIG_NOSYSTEM: "1" };
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=n", "-c", "user.email=e@x", ...args], { cwd, env })
      .toString()
      .trim();
  mkdirSync(join(cwd, "sub"));
  writeFileSync(join(cwd, "sub/.gitignore"), "*.o\n");
  writeFileSync(join(cwd, "sub/kept.txt"), "");
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "one");
  // What is ignored has to be fetched first, with the program that the repository names.
  const blob = git("rev-parse", ":sub/.gitignore");
  git("update-index", "--skip-worktree", "sub/.gitignore");
  rmSync(join(cwd, "sub/.gitignore"));
  rmSync(join(cwd, ".git/objects", blob.slice(0, 2), blob.slice(2)));
  writeFileSync(join(cwd, "sub/new.o"), "");
  const hostile = `touch ${canary}; false`;
  const settings: [string, string][] = [
    ["core.repositoryformatversion", "1"],
    ["extensions.partialClone", "origin"],
    ["remote.origin.promisor", "true"],
    ["remote.origin.url", "ssh://host.invalid/x"],
    ["core.sshCommand", hostile],
    ["core.fsmonitor", hostile],
    ["core.pager", hostile],
    ["core.hooksPath", join(cwd, "hooks")],
  ];
  for (const [name, value] of settings) git("config", name, value);
  return cwd;
}

test("R1: typing @ in a hostile repository offers its files and starts no program", async () => {
  const home = makeFolder();
  const canary = join(home, "ran");
  const cwd = hostileRepository(canary);
  const zot = new ZotScreen(offline, { cwd, home });
  await zot.waitFor("Ask, or / for commands");
  zot.type("look at @ke");
  await zot.waitFor("sub/kept.txt");
  zot.type("pt");
  await zot.waitFor("@kept");
  zot.press("tab");
  await zot.waitFor("look at @sub/kept.txt");
  await zot.leave();
  expect(existsSync(canary)).toBe(false);
});

test("R1: neither opening zot, nor drawing, nor completing looks for a program to start", async () => {
  const home = makeFolder();
  const cwd = makeFolder();
  const bin = makeFolder();
  const canary = join(home, "ran");
  writeFileSync(join(cwd, "there.txt"), "");
  // Whatever is asked for by its name is found here first.
  for (const name of [
    "git",
    "sh",
    "bash",
    "env",
    "node",
    "tput",
    "uname",
    "rg",
    "fd",
    "find",
    "ls",
  ]) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho "$0 $*" >> ${canary}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const env = { PATH: bin };
  const zot = new ZotScreen(offline, { cwd, home, env });
  await zot.waitFor("Ask, or / for commands");
  zot.type("@the");
  await zot.waitFor("there.txt");
  zot.press("tab", "ctrl+u");
  zot.type("/");
  await zot.waitFor("/help");
  zot.press("ctrl+u");
  zot.send("/help");
  await zot.waitFor("back to the shell");
  await zot.leave();
  expect(existsSync(canary)).toBe(false);
});

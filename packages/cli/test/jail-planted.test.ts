import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { hasBubblewrap, makeJail, NAMES, plantRepository } from "./support/jail.js";
import { repo } from "./support/run-zot.js";

const zot = join(repo, "packages/cli/dist/zot.cjs");

describe.skipIf(!hasBubblewrap)("R16: what others run can't be planted from the jail", () => {
  test.each(["src/.git", "src", "new/bare.git", "src/.GIT"])(
    "as a repository in %s",
    async (folder) => {
      const { project, escaped, git, bash } = await makeJail();
      git(".", "init", "-q");
      mkdirSync(join(project, "src"));
      const said = await bash(plantRepository(folder, escaped));
      expect(said).toContain("[exit 0]");
      expect(said).toMatch(/zot moved .* to \.zot\/set-aside\//);
      for (const place of ["src", folder]) {
        if (existsSync(join(project, place))) git(place, "status");
      }
      expect(existsSync(escaped)).toBe(false);
    },
  );

  test("as the folder of a work tree, whose settings are elsewhere", async () => {
    const { project, escaped, git, bash } = await makeJail();
    const said = await bash(
      `${plantRepository("src", escaped)} && mkdir a && mv src/HEAD a && echo ../src > a/commondir`,
    );
    git("a", "status");
    expect(existsSync(escaped), said).toBe(false);
    expect(said).toContain("zot moved a/HEAD to .zot/set-aside/");
    expect(existsSync(join(project, "src/config"))).toBe(true);
  });

  test("as the folder that a .git file leads to, or that was taken along by a move", async () => {
    const { project, escaped, git, put, bash } = await makeJail();
    git(".", "init", "-q");
    put("sub/.git", "gitdir: ../meta\n");
    await bash(plantRepository("meta", escaped));
    git("sub", "status");
    await bash(`mkdir x && mv sub x/sub && ${plantRepository("x/meta", escaped)}`);
    git("x/sub", "status");
    expect(existsSync(escaped)).toBe(false);
    expect(existsSync(join(project, "x/sub/.git"))).toBe(true);
  });

  test.each(NAMES)("as %s, in whatever way: the result says where it is now", async (name) => {
    const { project, bash } = await makeJail();
    mkdirSync(join(project, "src"));
    const ways = [
      `mkdir -p a/b/src/${name} && echo evil > a/b/src/${name}/file`,
      `echo evil > src/${name}`,
      `mkdir l && ln -s /usr l/${name}`,
      `mkdir -p node_modules/x/.y && echo evil > node_modules/x/.y/${name}`,
      `mkdir -p away && echo evil > away/${name} && mv away src/away`,
      `mkdir -p closed && echo evil > closed/${name} && chmod 111 closed`,
      `mkdir -p shut && echo evil > shut/${name} && chmod 555 shut`,
      `mkdir -p hard/${name} && chmod 555 hard/${name}`,
      `(setsid sh -c 'exec >/dev/null 2>&1; while :; do mkdir -p late/${name}; done' &); until [ -e late ]; do :; done`,
      `echo evil > src/${name}; kill -9 $$`,
    ];
    const said = await bash(ways.map((way) => `(${way})`).join("; "));
    expect(said).toContain("zot moved");
    expect(said).toContain("and 5 more");
    const left = execFileSync(
      "find",
      [".", "-path", "./.zot", "-prune", "-o", "-name", name, "-print"],
      {
        cwd: project,
      },
    ).toString();
    expect(left).toBe("");
    const moved = execFileSync("find", [".zot", "-name", name], { cwd: project }).toString();
    expect(moved.split("\n")).toContain(
      `.zot/set-aside/${readdirSync(join(project, ".zot/set-aside")).find((entry) => !entry.startsWith(".")) ?? ""}/src/${name}`,
    );
  });

  test("when it is ended at its time-out", async () => {
    const { project, bash } = await makeJail();
    const said = await bash("mkdir -p src/.vscode; echo evil > src/.vscode/a; sleep 100", {
      timeout: 1,
    });
    expect(said).toContain("timed out");
    expect(said).toContain("zot moved src/.vscode to .zot/set-aside/");
    expect(readdirSync(join(project, "src"))).toEqual([]);
  });

  test("when zot itself is told to end, and to end at once", async () => {
    const { home, project } = await makeJail();
    const command = "mkdir -p src/.vscode src/.git; exec >/dev/null 2>&1; sleep 100";
    const args = ["-p", "--no-session", "--provider", "offline"];
    const child = spawn(zot, [...args, `call bash ${JSON.stringify({ command })}`], {
      cwd: project,
      env: { PATH: process.env.PATH ?? "", HOME: home, ZOT_HOME: home },
      stdio: "ignore",
    });
    const ended = once(child, "exit");
    await vi.waitFor(() => {
      expect(existsSync(join(project, "src/.git"))).toBe(true);
    }, 20_000);
    child.kill("SIGTERM");
    child.kill("SIGINT");
    await ended;
    expect(readdirSync(join(project, "src"))).toEqual([]);
  });

  test("an honest clone keeps its files, and its .git comes back with the command that is told", async () => {
    const { project, git, put, bash } = await makeJail();
    mkdirSync(join(project, "lib"));
    put("lib/file");
    git("lib", "init", "-q");
    git("lib", "add", ".");
    git("lib", "commit", "-q", "-m", "first");
    const said = await bash("git clone -q lib copy; cat copy/file");
    expect(said).toContain("as it was");
    const command = /^ {2}(mv .*)$/m.exec(said)?.[1] ?? "none told";
    execFileSync("sh", ["-c", command], { cwd: project });
    expect(git("copy", "log", "--oneline")).toContain("first");
    expect(await bash("cd copy && git status --short && echo ok")).toBe("ok\n[exit 0]\n");
  });

  test("by the write tool, piece by piece", async () => {
    const { project, escaped, put, call, git } = await makeJail();
    put("src/HEAD", "ref: refs/heads/x\n");
    put("src/refs/x");
    put(
      "src/config",
      `[core]\n\tbare = false\n\tworktree = .\n\tfsmonitor = touch ${escaped}; false\n`,
    );
    expect(await call("write", { path: "src/objects/x", content: "" })).toContain("protected");
    expect(await call("write", { path: "src/more/x", content: "" })).toContain("created");
    git("src", "status");
    expect(existsSync(escaped)).toBe(false);
    expect(existsSync(join(project, "src/objects"))).toBe(false);
  });

  test("and what was there before is left where it is", async () => {
    const { project, put, look, bash } = await makeJail();
    put("sub/.envrc");
    put("sub/.vscode/settings.json");
    symlinkSync("/usr", join(project, "sub/.idea"));
    mkdirSync(join(project, "locked/.git"), { recursive: true });
    chmodSync(join(project, "locked"), 0o111);
    expect(await bash("mkdir other && mv sub other/sub && echo ok")).toBe("ok\n[exit 0]\n");
    expect(look("other/sub/.envrc")).toBe("as it was");
    expect(look("other/sub/.vscode/settings.json")).toBe("as it was");
    expect(readlinkSync(join(project, "other/sub/.idea"))).toBe("/usr");
    expect(existsSync(join(project, "locked/.git"))).toBe(true);
    expect(existsSync(join(project, ".zot"))).toBe(false);
  });

  test("in a folder that is a repository's own, bash is off, with the reason", async () => {
    const { git, bash } = await makeJail();
    git(".", "init", "-q", "--bare");
    expect(await bash("echo hi")).toMatch(
      /bash is off while the jail is locked: .* is git's own folder/,
    );
  });
});

import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { hasRun, snapshot, writeExtension, writeFiles } from "./support/extensions.js";
import { makeHome } from "./support/install-home.js";
import { makeFolder, runZot } from "./support/run-zot.js";
import { runZotInPty } from "./support/run-zot-in-pty.js";
import { startZot } from "./support/start-zot.js";

function git(cwd: string, ...args: string[]): void {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.invalid"];
  execFileSync("git", [...identity, ...args], { cwd, stdio: "ignore" });
}

async function makeRepository(manifest: { name: string }, files: Record<string, string> = {}) {
  const dir = await writeExtension(await makeFolder(), manifest, files);
  git(dir, "init", "--quiet", "--initial-branch=main");
  git(dir, "add", "--all");
  git(dir, "commit", "--quiet", "-m", "first");
  return dir;
}

const oneLine = /^zot: [^\n]+\n$/;

describe("zot ext install", () => {
  test("copies a folder under its manifest's name, modes kept, and says what would run", async () => {
    const { installed, install } = await makeHome();
    const source = await writeExtension(await makeFolder(), { name: "alpha" }, { "bin/x": "#!" });
    await chmod(join(source, "bin/x"), 0o4777);
    const { code, stdout, stderr } = await install(source, "--yes");
    expect(code).toBe(0);
    expect(stdout).toBe(`installed alpha 1.0.0 in ${installed("alpha")}\n`);
    expect(stderr).toContain("runs    node main.mjs alpha");
    expect(stderr).toMatch(/files {3}3, .*\n {2}digest {2}sha256-[0-9a-f]{64}\n/);
    expect(lstatSync(join(installed("alpha"), "bin/x")).mode & 0o7777).toBe(0o755);
    expect(readFileSync(join(installed("alpha"), "main.mjs"))).toEqual(
      readFileSync(join(source, "main.mjs")),
    );
    expect(hasRun(installed("alpha"), "alpha")).toBe(false);
  });

  test("clones a repository, keeps nothing of git, and names the commit", async () => {
    const { installed, install } = await makeHome();
    const source = await makeRepository({ name: "alpha" });
    const bare = join(await makeFolder(), "alpha.git");
    git(source, "clone", "--quiet", "--bare", source, bare);
    for (const url of [`file://${source}`, bare]) {
      const { code, stderr } = await install(url, "--yes", "--force");
      expect(stderr).toMatch(/from .* at [0-9a-f]{12}/);
      expect(code).toBe(0);
      expect(readdirSync(installed("alpha"))).toEqual(["extension.json", "main.mjs"]);
    }
  });

  test("a folder that is a working copy is copied without its .git", async () => {
    const { installed, install } = await makeHome();
    expect((await install(await makeRepository({ name: "alpha" }), "--yes")).code).toBe(0);
    expect(readdirSync(installed("alpha"))).toEqual(["extension.json", "main.mjs"]);
  });

  test("one that is installed already needs --force, which replaces it whole", async () => {
    const { home, installed, install } = await makeHome();
    await writeExtension(installed("alpha"), { name: "alpha" }, { old: "" });
    const source = await writeExtension(await makeFolder(), { name: "alpha", version: "2.0.0" });
    const before = snapshot(home);
    const { code, stderr } = await install(source, "--yes");
    expect(code).toBe(1);
    expect(stderr).toBe("zot: alpha 1.0.0 is installed already; --force replaces it\n");
    expect(snapshot(home)).toEqual(before);
    expect((await install(source, "--yes", "--force")).code).toBe(0);
    expect(readdirSync(join(home, "extensions"))).toEqual(["alpha"]);
    expect(readdirSync(installed("alpha"))).toEqual(["extension.json", "main.mjs"]);
  });

  test("the name of another folder's extension is not taken twice, --force or not", async () => {
    const { home, installed, install } = await makeHome();
    await writeExtension(installed("other"), { name: "alpha" });
    const source = await writeExtension(await makeFolder(), { name: "alpha" });
    const before = snapshot(home);
    const { code, stderr } = await install(source, "--yes", "--force");
    expect(code).toBe(1);
    expect(stderr).toMatch(/in the folder other; zot ext remove other/);
    expect(snapshot(home)).toEqual(before);
  });

  test("packages that npm must bring are named, with the exact command", async () => {
    const { installed, install } = await makeHome();
    const source = await writeExtension(
      await makeFolder(),
      { name: "alpha" },
      { "package.json": '{ "dependencies": { "left-pad": "1.3.0" } }' },
    );
    const { code, stderr } = await install(source, "--yes");
    expect(code).toBe(0);
    expect(stderr).toContain("left-pad");
    expect(stderr).toContain(`npm install --prefix "${installed("alpha")}" --omit=dev`);
  });

  test("a staging folder of an install that was killed is swept away", async () => {
    const { home, install } = await makeHome();
    await mkdir(join(home, "extensions/.staging-4194999-abc/new"), { recursive: true });
    const source = await writeExtension(await makeFolder(), { name: "alpha" });
    expect((await install(source, "--yes")).code).toBe(0);
    expect(readdirSync(join(home, "extensions"))).toEqual(["alpha"]);
  });
});

describe("what can't be installed leaves the disk as it was", () => {
  const cases: [string, (dir: string) => Promise<unknown>, RegExp][] = [
    ["a folder without a manifest", (dir) => writeFiles(dir, { a: "" }), /no extension\.json/],
    ["a torn manifest", (dir) => writeFiles(dir, { "extension.json": "{" }), /extension\.json/],
    ["no program and no skills", (dir) => manifest(dir, { name: "a" }), /neither a program/],
    [
      "a program that is missing",
      (dir) => manifest(dir, { name: "a", exec: "./run" }),
      /"\.\/run" not found/,
    ],
    [
      "a program that is not executable",
      (dir) => writeFiles(dir, { run: "", "extension.json": '{ "name": "a", "exec": "./run" }' }),
      /not executable/,
    ],
    [
      "a program outside of its folder",
      (dir) => manifest(dir, { name: "a", exec: "../../../bin/sh" }),
      /outside of its folder/,
    ],
    [
      "a link to a file outside",
      async (dir) => {
        await writeExtension(dir, { name: "a" });
        await symlink("/etc/passwd", join(dir, "stolen"));
      },
      /stolen is a link that leads out/,
    ],
    [
      "a link that climbs out",
      async (dir) => {
        await writeExtension(dir, { name: "a" });
        await symlink("../../..", join(dir, "up"));
      },
      /up is a link that leads out/,
    ],
    [
      "a link that climbs out through links that look harmless",
      async (dir) => {
        await writeExtension(dir, { name: "a" }, { "a/b/c": "" });
        await symlink("../..", join(dir, "a/b/top"));
        await symlink("a/b/top/../..", join(dir, "sly"));
      },
      /sly is a link that leads out/,
    ],
    [
      "a link that leads nowhere yet",
      async (dir) => {
        await writeExtension(dir, { name: "a" });
        await symlink("../secret-of-tomorrow", join(dir, "later"));
      },
      /later is a link that leads out/,
    ],
    [
      "a manifest that is a link to somewhere else",
      async (dir) => {
        const other = await writeExtension(await makeFolder(), { name: "a" });
        await symlink(join(other, "extension.json"), join(dir, "extension.json"));
      },
      /extension\.json is a link that leads out/,
    ],
    [
      "a named pipe",
      async (dir) => {
        await writeExtension(dir, { name: "a" });
        execFileSync("sh", ["-c", `mkfifo "$0"`, join(dir, "pipe")]);
      },
      /pipe is neither a file nor a folder/,
    ],
    ...["..", ".", "../up", "a/b", "", "Alpha", ".hidden", "-dash", "a".repeat(65), "x\n"].map(
      (name): [string, (dir: string) => Promise<unknown>, RegExp] => [
        `the name ${JSON.stringify(name)}`,
        (dir) => manifest(dir, { name, exec: "node" }),
        /"name" /,
      ],
    ),
  ];

  async function manifest(dir: string, value: unknown) {
    await writeFiles(dir, { "extension.json": JSON.stringify(value) });
  }

  test.each(cases)("%s", async (_, prepare, words) => {
    const { home, install } = await makeHome();
    const source = join(await makeFolder(), "source");
    await mkdir(source);
    await prepare(source);
    const before = snapshot(home);
    const { code, stdout, stderr } = await install(source, "--yes");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(oneLine);
    expect(stderr).toMatch(words);
    expect(snapshot(home)).toEqual(before);
  });

  test("links of a workspace in node_modules are left out and named, never followed", async () => {
    const { installed, install } = await makeHome();
    const secret = join(await makeFolder(), "secret");
    await writeFile(secret, "canary");
    const source = await writeExtension(await makeFolder(), { name: "a" }, { "lib/x": "x" });
    await mkdir(join(source, "node_modules"));
    await symlink(secret, join(source, "node_modules/out"));
    await symlink("../lib", join(source, "node_modules/in"));
    const { code, stderr } = await install(source, "--yes");
    expect(code).toBe(0);
    expect(stderr).toContain(`leaves  ${join("node_modules", "out")}`);
    expect(readdirSync(join(installed("a"), "node_modules"))).toEqual(["in"]);
    expect(JSON.stringify(snapshot(installed("a")))).not.toContain(
      Buffer.from("canary").toString("base64"),
    );
  });

  test("a repository that holds no extension is rolled back", async () => {
    const { home, install } = await makeHome();
    const source = await makeFolder();
    await writeFiles(source, { "README.md": "hi" });
    git(source, "init", "--quiet", "--initial-branch=main");
    git(source, "add", "--all");
    git(source, "commit", "--quiet", "-m", "first");
    const before = snapshot(home);
    const { code, stderr } = await install(`file://${source}`, "--yes");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^zot: there is no extension\.json/);
    expect(snapshot(home)).toEqual(before);
  });

  test("a folder that holds zot's own folder is not copied into itself", async () => {
    const source = await writeExtension(await makeFolder(), { name: "a" });
    const env = { ZOT_HOME: join(source, "home") };
    const { code, stderr } = await runZot(["ext", "install", source, "--yes"], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(/holds zot's own folder/);
    expect(existsSync(join(source, "home"))).toBe(false);
  });

  test("an install that is ended while git runs is rolled back", async () => {
    const { home, env } = await makeHome();
    const tools = await makeFolder();
    const mark = join(tools, "called");
    await writeFiles(tools, {
      git: `#!/bin/sh\nfor into; do :; done; mkdir -p "$into/x"\ntouch "${mark}"\nexec sleep 60\n`,
    });
    await chmod(join(tools, "git"), 0o755);
    const before = snapshot(home);
    const zot = await startZot(["ext", "install", "https://example.invalid/x.git", "--yes"], {
      env: { ...env, PATH: `${tools}:${process.env.PATH ?? ""}` },
    });
    await vi.waitFor(() => {
      expect(existsSync(mark)).toBe(true);
    }, 30_000);
    zot.signal("SIGTERM");
    const { code, stderr } = await zot.finished;
    expect(code).toBe(143);
    expect(stderr).toBe("zot: nothing installed\n");
    expect(snapshot(home)).toEqual(before);
  });

  test("a repository that is not there is one line with git's reason", async () => {
    const { home, install } = await makeHome();
    const before = snapshot(home);
    const { code, stderr } = await install("file:///no/such/repository", "--yes");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^zot: git could not clone it: [^\n]+\n$/);
    expect(snapshot(home)).toEqual(before);
  });
});

describe("sources that could make git run or reach something else (T5)", () => {
  test.each([
    "ext::sh -c 'touch CANARY'",
    "EXT::sh -c 'touch CANARY'",
    "fd::17/x",
    "::x",
    "--upload-pack=touch CANARY",
    "-oProxyCommand=touch CANARY",
    "ssh://-oProxyCommand=touch%20CANARY/x",
    "ssh://-oProxyCommand=touch%20CANARY@host/x",
    "git@-oProxyCommand=touch:x",
    "host:-oProxyCommand=touch",
    "http://example.invalid/x.git",
    "git://example.invalid/x.git",
    "ftp://example.invalid/x.git",
    "javascript://x",
    "file://elsewhere.invalid/x.git",
    "https:///x.git",
    "ssh://",
    "https://exa mple.invalid/x",
    "x\ny",
    "x\u001b[2Jy",
    "",
    " ",
    "./no/such/folder",
    "no-such-folder",
  ])("%j is one line, exit 2, and nothing happens", async (word) => {
    const { home, env } = await makeHome();
    const cwd = await makeFolder();
    const before = snapshot(home);
    const args = ["ext", "install", "--yes", "--", word];
    const { code, stdout, stderr } = await runZot(args, { cwd, env });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(oneLine);
    expect(stderr).not.toContain("\u001b");
    expect(snapshot(home)).toEqual(before);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test("a flag-like word before -- is an unknown flag", async () => {
    const { install } = await makeHome();
    expect(await install("--upload-pack=x")).toMatchObject({ code: 2 });
  });
});

describe("installing runs nothing (T4)", () => {
  const canary = (path: string) => `#!/bin/sh\ntouch "${path}"\n`;

  test("no git hook, template hook, filter or fsmonitor runs for a clone", async () => {
    const { home, env, installed } = await makeHome();
    const marks = await makeFolder();
    const templates = await makeFolder();
    const hooks = await makeFolder();
    for (const [dir, mark] of [
      [join(templates, "hooks"), "template"],
      [hooks, "hooks-path"],
    ] as const) {
      await writeFiles(dir, { "post-checkout": canary(join(marks, mark)) });
      await chmod(join(dir, "post-checkout"), 0o755);
    }
    await writeFile(
      join(home, ".gitconfig"),
      `[init]\n\ttemplateDir = ${templates}\n[core]\n\thooksPath = ${hooks}\n` +
        `\tfsmonitor = touch ${join(marks, "fsmonitor")}\n` +
        `[filter "lfs"]\n\tsmudge = touch ${join(marks, "lfs")}; cat\n`,
    );
    const source = await makeRepository(
      { name: "alpha" },
      { ".gitattributes": "*.bin filter=lfs\n", "a.bin": "a" },
    );
    for (const hook of ["post-checkout", "post-merge", "pre-commit", "post-upload-pack"]) {
      await writeFiles(join(source, ".git/hooks"), { [hook]: canary(join(marks, "repository")) });
      await chmod(join(source, ".git/hooks", hook), 0o755);
    }
    const { code } = await runZot(["ext", "install", "--yes", `file://${source}`], {
      env: { ...env, GIT_TEMPLATE_DIR: templates },
    });
    expect(code).toBe(0);
    expect(existsSync(join(installed("alpha"), "a.bin"))).toBe(true);
    expect(readdirSync(marks)).toEqual([]);
  });

  test("no npm script and no program of it runs", async () => {
    const { installed, install } = await makeHome();
    const marks = await makeFolder();
    const touch = `node -e "require('fs').writeFileSync('${join(marks, "npm")}','')"`;
    const scripts = { preinstall: touch, install: touch, postinstall: touch, prepare: touch };
    const source = await writeExtension(
      await makeFolder(),
      { name: "alpha" },
      { "package.json": JSON.stringify({ scripts, dependencies: { x: "1" } }) },
    );
    expect((await install(source, "--yes")).code).toBe(0);
    expect(readdirSync(marks)).toEqual([]);
    expect(hasRun(installed("alpha"), "alpha")).toBe(false);
  });

  test("a GIT_DIR in the environment does not lead git astray", async () => {
    const { env, installed } = await makeHome();
    const source = await makeRepository({ name: "alpha" });
    const other = await makeRepository({ name: "other" });
    const before = snapshot(other);
    const { code } = await runZot(["ext", "install", "--yes", `file://${source}`], {
      env: { ...env, GIT_DIR: join(other, ".git"), GIT_WORK_TREE: other },
    });
    expect(code).toBe(0);
    expect(existsSync(installed("alpha"))).toBe(true);
    expect(snapshot(other)).toEqual(before);
  });
});

describe("the question before an install", () => {
  test("without a terminal and without --yes nothing is installed, and it says so", async () => {
    const { home, install } = await makeHome();
    const source = await writeExtension(await makeFolder(), { name: "alpha" });
    const before = snapshot(home);
    const { code, stderr } = await install(source);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^zot: nothing installed: [^\n]*--yes[^\n]*\n$/);
    expect(snapshot(home)).toEqual(before);
  });

  test.each([
    ["enter", "\r", 1],
    ["n", "n\r", 1],
    ["anything else", "yeah\r", 1],
    ["ctrl+d", "\u0004", 130],
    ["ctrl+c", "\u0003", 130],
  ])("%s is a no, and the disk is as before", async (_, keys, exitCode) => {
    const { home, env } = await makeHome();
    const source = await writeExtension(await makeFolder(), { name: "alpha" });
    const before = snapshot(home);
    const zot = await runZotInPty(["ext", "install", source], { env });
    expect(await zot.waitFor(/\[y\/N\] /)).toContain("runs    node main.mjs alpha");
    zot.type(keys);
    const { code, output } = await zot.finished;
    expect(code).toBe(exitCode);
    expect(output).toContain("nothing installed");
    expect(snapshot(home)).toEqual(before);
  });

  test("y installs it", async () => {
    const { env, installed } = await makeHome();
    const source = await writeExtension(await makeFolder(), { name: "alpha" });
    const zot = await runZotInPty(["ext", "install", source], { env });
    await zot.waitFor(/\[y\/N\] /);
    zot.type("y\r");
    expect((await zot.finished).code).toBe(0);
    expect(existsSync(installed("alpha"))).toBe(true);
  });

  test("what the manifest says can't act on the terminal", async () => {
    const { env } = await makeHome();
    const evil = "\u001b]0;owned\u0007\u001b[2K\u001b[1A\u009b2J\rsafe";
    const source = await writeExtension(await makeFolder(), {
      name: "alpha",
      version: evil,
      description: evil,
      args: [evil],
    });
    const zot = await runZotInPty(["ext", "install", source], { env });
    const shown = await zot.waitFor(/\[y\/N\] /);
    zot.type("\r");
    await zot.finished;
    for (const bad of ["\u0007", "\u001b]", "\u001b[2K", "\u001b[1A", "\u009b"]) {
      expect(shown.split("Install it?")[0]).not.toContain(bad);
    }
  });
});

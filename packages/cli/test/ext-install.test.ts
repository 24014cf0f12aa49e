import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hasRun, snapshot, writeExtension } from "./support/extensions.js";
import { git, makeHome, makeRepository } from "./support/install-home.js";
import { makeFolder } from "./support/run-zot.js";
import { runZotInPty } from "./support/run-zot-in-pty.js";

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
    const { code, output } = await zot.finished;
    expect(code).toBe(1);
    expect(output).toContain("version: contains \\x1b");
    for (const bad of ["\u0007", "\u001b]", "\u001b[2K", "\u001b[1A", "\u009b"]) {
      expect(output).not.toContain(bad);
    }
  });
});

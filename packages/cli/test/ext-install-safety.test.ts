import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hasRun, snapshot, writeExtension, writeFiles } from "./support/extensions.js";
import { makeHome, makeRepository } from "./support/install-home.js";
import { makeFolder, oneLine, runZot } from "./support/run-zot.js";

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

  test("R21: no filter of the user's git configuration runs on what a repository brings", async () => {
    const { home, env, installed } = await makeHome();
    const marks = await makeFolder();
    const included = join(await makeFolder(), "more");
    const filter = (name: string) =>
      ["smudge", "clean", "process"]
        .map((kind) => `\t${kind} = touch ${join(marks, `${name}-${kind}`)}; cat\n`)
        .join("");
    await writeFile(included, `[filter "included"]\n${filter("included")}`);
    await writeFile(
      join(home, ".gitconfig"),
      `[filter "own"]\n${filter("own")}\trequired = true\n` +
        `[filter "lfs"]\n${filter("lfs")}\trequired = true\n` +
        `[include]\n\tpath = ${included}\n` +
        `[core]\n\tattributesFile = ${join(home, "attributes")}\n\tautocrlf = true\n`,
    );
    await writeFile(join(home, "attributes"), "*.txt filter=own\n");
    await writeFiles(join(home, ".config/git"), { attributes: "*.md filter=own\n" });
    const source = await makeRepository(
      { name: "alpha" },
      {
        ".gitattributes": "*.bin filter=own\n*.big filter=lfs\n*.inc filter=included\n",
        "a.bin": "bin\n",
        "a.big": "big\n",
        "a.inc": "inc\n",
        "a.txt": "text\n",
        "a.md": "page\n",
      },
    );
    const args = ["ext", "install", "--yes", `file://${source}`];
    const { code, stderr } = await runZot(args, { env });
    expect({ code, marks: readdirSync(marks) }).toEqual({ code: 0, marks: [] });
    expect(stderr).not.toContain("filter");
    for (const [file, text] of [
      ["a.bin", "bin\n"],
      ["a.big", "big\n"],
      ["a.inc", "inc\n"],
      ["a.txt", "text\n"],
    ] as const) {
      expect(readFileSync(join(installed("alpha"), file), "utf8")).toBe(text);
    }
  });

  test("R21: nor one that the environment or the system's configuration defines", async () => {
    const { env, installed } = await makeHome();
    const marks = await makeFolder();
    const config = join(await makeFolder(), "config");
    await writeFile(config, `[filter "own"]\n\tsmudge = touch ${join(marks, "file")}; cat\n`);
    const source = await makeRepository(
      { name: "alpha" },
      { ".gitattributes": "*.bin filter=own\n", "a.bin": "a" },
    );
    for (const more of [
      { GIT_CONFIG_GLOBAL: config },
      { GIT_CONFIG_SYSTEM: config },
      {
        GIT_CONFIG_COUNT: "1",
        GIT_CONFIG_KEY_0: "filter.own.smudge",
        GIT_CONFIG_VALUE_0: `touch ${join(marks, "env")}; cat`,
      },
      { GIT_CONFIG_PARAMETERS: `'filter.own.smudge'='touch ${join(marks, "params")}; cat'` },
    ]) {
      const args = ["ext", "install", "--yes", "--force", `file://${source}`];
      const { code } = await runZot(args, { env: { ...env, ...more } });
      expect({ code, marks: readdirSync(marks) }).toEqual({ code: 0, marks: [] });
      expect(existsSync(join(installed("alpha"), "a.bin"))).toBe(true);
    }
  });

  test("R21: what a private repository needs of the user's configuration still counts", async () => {
    const { home, env, installed } = await makeHome();
    const source = await makeRepository({ name: "alpha" });
    await writeFile(
      join(home, ".gitconfig"),
      `[url "file://${source}"]\n\tinsteadOf = https://private.invalid/alpha\n`,
    );
    const args = ["ext", "install", "--yes", "https://private.invalid/alpha"];
    expect(await runZot(args, { env })).toMatchObject({ code: 0 });
    expect(existsSync(installed("alpha"))).toBe(true);
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

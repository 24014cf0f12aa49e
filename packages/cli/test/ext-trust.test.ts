import { readFileSync, statSync } from "node:fs";
import { appendFile, chmod, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hasRun, snapshot, writeExtension, writeFiles } from "./support/extensions.js";
import { makePlace } from "./support/make-place.js";
import { runZotInPty } from "./support/run-zot-in-pty.js";

async function makeProject() {
  const place = await makePlace();
  return {
    ...place,
    dir: place.projects,
    state: async (name: string) => {
      const { stdout } = await place.ext("list", "--json");
      const rows = JSON.parse(stdout) as { name: string; state: string; trust: string }[];
      const row = rows.find((one) => one.name === name);
      return [row?.state, row?.trust];
    },
  };
}

describe("zot ext trust", () => {
  test("shows what would run, remembers exactly this content, and it runs from then on", async () => {
    const { home, dir, ext, state } = await makeProject();
    await writeExtension(dir("alpha"), { name: "alpha" });
    const before = snapshot(dir("alpha"));
    const { code, stdout, stderr } = await ext("trust", "alpha", "--yes");
    expect({ code, stdout }).toEqual({ code: 0, stdout: "trusted alpha\n" });
    expect(stderr).toContain("runs    node main.mjs alpha");
    expect(stderr).toMatch(/files {3}2\n {2}digest {2}sha256-[0-9a-f]{64}\n/);
    expect(snapshot(dir("alpha"))).toEqual(before);
    expect(statSync(join(home, "trust.json")).mode & 0o777).toBe(0o600);
    expect(await state("alpha")).toEqual(["ready", "trusted"]);
    expect(hasRun(dir("alpha"), "alpha")).toBe(true);
  });

  test.each([
    ["a byte of a file", (dir: string) => appendFile(join(dir, "main.mjs"), " ")],
    ["a new file", (dir: string) => writeFiles(dir, { extra: "" })],
    ["a file less", (dir: string) => rm(join(dir, "data"))],
    ["an executable bit", (dir: string) => chmod(join(dir, "data"), 0o755)],
  ])("%s more and it is not run again until trusted again (T3)", async (_, change) => {
    const { dir, ext, state } = await makeProject();
    await writeExtension(dir("alpha"), { name: "alpha" }, { data: "x" });
    await ext("trust", "--yes");
    await change(dir("alpha"));
    expect(await state("alpha")).toEqual(["untrusted", "changed"]);
    expect(hasRun(dir("alpha"), "alpha")).toBe(false);
    expect((await ext("trust", "--yes")).stderr).toContain("changed since it was trusted");
    expect(await state("alpha")).toEqual(["ready", "trusted"]);
  });

  test("without a name it is about all of the project's", async () => {
    const { dir, ext } = await makeProject();
    await writeExtension(dir("alpha"), { name: "alpha" });
    await writeExtension(dir("beta"), { name: "beta" });
    await writeFiles(dir("torn"), { "extension.json": "{" });
    const { code, stdout, stderr } = await ext("trust", "-y");
    expect({ code, stdout }).toEqual({ code: 0, stdout: "trusted alpha\ntrusted beta\n" });
    expect(stderr).toContain("torn can't be trusted");
    expect((await ext("trust")).stdout).toBe("alpha is trusted already\nbeta is trusted already\n");
  });

  test("without a terminal and without --yes nothing is trusted", async () => {
    const { home, dir, ext } = await makeProject();
    await writeExtension(dir("alpha"), { name: "alpha" });
    const before = snapshot(home);
    const { code, stderr } = await ext("trust");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^zot: nothing trusted: [^\n]*--yes[^\n]*\n$/);
    expect(snapshot(home)).toEqual(before);
  });

  test("enter is a no", async () => {
    const { home, project, env, dir } = await makeProject();
    await writeExtension(dir("alpha"), { name: "alpha" });
    const before = snapshot(home);
    const zot = await runZotInPty(["ext", "trust"], { cwd: project, env });
    await zot.waitFor(/Trust it as it is now\? \[y\/N\] /);
    zot.type("\r");
    expect((await zot.finished).code).toBe(1);
    expect(snapshot(home)).toEqual(before);
  });

  test("R7: what changes between the question and the answer is not trusted", async () => {
    const { project, env, dir, state } = await makeProject();
    await writeExtension(dir("alpha"), { name: "alpha" });
    const zot = await runZotInPty(["ext", "trust"], { cwd: project, env });
    await zot.waitFor(/\[y\/N\] /);
    await appendFile(join(dir("alpha"), "main.mjs"), "// swapped");
    zot.type("y\r");
    const { code, output } = await zot.finished;
    expect(code).toBe(1);
    expect(output).toContain("alpha changed while you were asked");
    expect(output).not.toContain("trusted alpha");
    expect(await state("alpha")).toEqual(["untrusted", "changed"]);
  });

  test("nothing in a project can trust itself", async () => {
    const { project, dir, state } = await makeProject();
    await writeExtension(dir("alpha"), { name: "alpha", trust: true, trusted: true });
    await writeFiles(project, {
      ".env": "ZOT_TRUST=1\nZOT_HOME=./.zot\n",
      ".zot/config.json": '{ "trust": true }',
      ".zot/trust.json": JSON.stringify({ version: 1, extensions: { [dir("alpha")]: {} } }),
    });
    expect(await state("alpha")).toEqual(["untrusted", "untrusted"]);
    expect(hasRun(dir("alpha"), "alpha")).toBe(false);
  });

  test("bad input: no extensions here, an unknown name, a broken one", async () => {
    const { home, dir, ext } = await makeProject();
    const before = snapshot(home);
    expect(await ext("trust")).toMatchObject({
      code: 1,
      stderr: "zot: this project has no extensions in .zot/extensions\n",
    });
    await writeFiles(dir("torn"), { "extension.json": "{" });
    expect((await ext("trust", "tron", "--yes")).stderr).toContain("did you mean torn?");
    expect(await ext("trust", "torn", "--yes")).toMatchObject({ code: 1 });
    expect(snapshot(home)).toEqual(before);
  });
});

describe("zot ext untrust", () => {
  test("takes it back, one or all, also of folders that are gone", async () => {
    const { home, dir, ext, state } = await makeProject();
    await writeExtension(dir("alpha"), { name: "alpha" });
    await writeExtension(dir("beta"), { name: "beta" });
    await ext("trust", "--yes");
    expect((await ext("untrust", "alpha")).stdout).toBe("alpha is no longer trusted\n");
    expect((await state("alpha"))[0]).toBe("untrusted");
    await rm(dir("beta"), { recursive: true });
    expect((await ext("untrust")).stdout).toBe("beta is no longer trusted\n");
    expect(readFileSync(join(home, "trust.json"), "utf8")).not.toContain("beta");
  });

  test("what was not trusted is no failure; an unknown name is", async () => {
    const { dir, ext } = await makeProject();
    await writeExtension(dir("alpha"), { name: "alpha" });
    expect(await ext("untrust", "alpha")).toMatchObject({
      code: 0,
      stdout: "alpha was not trusted\n",
    });
    expect((await ext("untrust", "nobody")).code).toBe(1);
  });
});

import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hasRun, writeExtension, writeFiles } from "./support/extensions.js";
import { makePlace } from "./support/make-place.js";
import { setUp, TRICKS, writeAround, type Ground } from "./support/reach-tricks.js";
import { makeFolder, runZot } from "./support/run-zot.js";

const PROMPT = ["-p", "--provider", "offline", "hi"];

async function makeGround() {
  const place = await makePlace();
  const mark = join(await makeFolder(), "it-ran");
  const ground: Ground = { project: place.project, dir: place.projects("alpha"), mark };
  return { ...place, ground };
}

describe("R6: what can run code from outside of its folder is not trusted for good, and zot says why", () => {
  test.each(TRICKS.map((trick) => [trick.title, trick] as const))("%s", async (_, trick) => {
    const { home, project, env, ground } = await makeGround();
    await setUp(trick, ground);
    const options = { cwd: project, env: { ...env, ...trick.env?.(ground) } };
    const trust = await runZot(["ext", "trust", "alpha", "--yes"], options);
    await writeAround(trick, ground, true);
    const { code } = await runZot(PROMPT, options);
    expect(code).toBe(0);
    expect(existsSync(ground.mark)).toBe(false);
    expect({ code: trust.code, stdout: trust.stdout }).toEqual({ code: 1, stdout: "" });
    expect(trust.stderr).toMatch(trick.why);
    expect(trust.stderr).toContain("--trust");
    expect(existsSync(join(home, "trust.json"))).toBe(false);
  });
});

test("R6: of several the others are trusted, and zot names those that are not", async () => {
  const { projects, ext } = await makePlace();
  await writeExtension(projects("alpha"), { name: "alpha" });
  await writeExtension(projects("beta"), { name: "beta", args: ["../beta/../x.mjs"] });
  const { code, stdout, stderr } = await ext("trust", "--yes");
  expect({ code, stdout }).toEqual({ code: 0, stdout: "trusted alpha\n" });
  expect(stderr).toMatch(
    /beta can't be trusted: \.\.\/beta\/\.\.\/x\.mjs is outside of its folder/,
  );
  const list = await ext("list");
  expect(list.stdout).toContain("beta: each run asks: ../beta/../x.mjs is outside of its folder");
});

describe("R6: what stays in its folder is trusted for good", () => {
  const HELLO = String.raw`printf '{"type":"hello","name":"alpha","version":"1"}\n{"type":"ready"}\n'`;
  const programs: [title: string, manifest: object, files: Record<string, string>][] = [
    ["node", {}, {}],
    ["node with options that load nothing", { args: ["--no-warnings", "--", "main.mjs"] }, {}],
    ["node with packages of its own", {}, { "node_modules/x/index.js": "require('../y')" }],
    [
      "node with a loader of its own",
      { args: ["--import", "./a.mjs", "main.mjs"] },
      { "a.mjs": "" },
    ],
    ["words that are no paths", { args: ["main.mjs", "alpha", "--level=3", "a..b", "1/2"] }, {}],
    ["a script with a first line", { exec: "./run" }, { run: "#!/usr/bin/env node\n" }],
    ["the same with options", { exec: "./run" }, { run: "#!/usr/bin/env -S node --no-warnings\n" }],
    ["sh", { exec: "sh", args: ["-eu", "main.sh"] }, { "main.sh": HELLO }],
    ["a script of sh", { exec: "./main.sh", args: ["x"] }, { "main.sh": `#!/bin/sh -e\n${HELLO}` }],
    ["a script in a folder", { exec: "sh", args: ["bin/a"] }, { "bin/a": '. "$0/../../b.sh"' }],
    ["Python", { exec: "python3", args: ["-u", "main.py"] }, { "main.py": "" }],
    ["Perl", { exec: "perl", args: ["-w", "main.pl"] }, { "main.pl": "" }],
  ];

  test.each(programs)("%s", async (_, manifest, files) => {
    const { projects, ext } = await makePlace();
    const dir = await writeExtension(projects("alpha"), { name: "alpha", ...manifest }, files);
    for (const path of Object.keys(files)) await chmod(join(dir, path), 0o755);
    expect(await ext("trust", "--yes")).toMatchObject({ code: 0, stdout: "trusted alpha\n" });
    expect((await ext("trust")).stdout).toBe("alpha is trusted already\n");
  });

  test("machine code", async () => {
    const { projects, ext } = await makePlace();
    await writeExtension(projects("alpha"), { name: "alpha", exec: "./run", args: ["--now"] });
    await copyFile("/usr/bin/true", join(projects("alpha"), "run"));
    await chmod(join(projects("alpha"), "run"), 0o755);
    expect((await ext("trust", "--yes")).stdout).toBe("trusted alpha\n");
  });

  test.each(["js", "ts", "py", "sh"])("what zot ext init writes in %s", async (language) => {
    const { project, env, ext } = await makePlace();
    const cwd = join(project, ".zot/extensions");
    await mkdir(cwd, { recursive: true });
    await runZot(["ext", "init", "alpha", "--lang", language], { cwd, env });
    expect(await ext("trust", "--yes")).toMatchObject({ code: 0, stdout: "trusted alpha\n" });
  });

  test("the folders around may change, and so may variables that lead elsewhere", async () => {
    const { project, projects, env, ext } = await makePlace();
    const dir = await writeExtension(projects("alpha"), { name: "alpha" });
    await ext("trust", "--yes");
    await writeFiles(project, { "README.md": "new", "package.json": '{"version":"2.0.0"}' });
    const elsewhere = {
      NODE_OPTIONS: "--max-old-space-size=4096 --no-warnings",
      NODE_PATH: "/usr/lib/node_modules",
      PYTHONPATH: project,
    };
    await runZot(PROMPT, { cwd: project, env: { ...env, ...elsewhere } });
    expect(hasRun(dir, "alpha")).toBe(true);
  });
});

describe("R6: trust that was given ends where something around it gets a way in", () => {
  interface Way {
    files?: Record<string, string>;
    env?: (project: string) => Record<string, string>;
    why: RegExp;
  }
  const script = "#!/bin/sh\nexit 1\n";
  const ways: [title: string, way: Way][] = [
    [
      "node_modules in the project",
      { files: { "node_modules/x/index.js": "" }, why: /node_modules/ },
    ],
    [
      "node_modules in .zot",
      { files: { ".zot/node_modules/x/index.js": "" }, why: /node_modules/ },
    ],
    [
      "imports in package.json",
      { files: { "package.json": '{"imports":{}}' }, why: /package\.json/ },
    ],
    ["a type in package.json", { files: { "package.json": '{"type":"module"}' }, why: /changed/ }],
    ["a package.json that is none", { files: { "package.json": "{" }, why: /package\.json/ }],
    [
      "NODE_PATH",
      { env: (project) => ({ NODE_PATH: `/usr/lib:${project}/lib` }), why: /NODE_PATH/ },
    ],
    [
      "NODE_OPTIONS with a file",
      {
        files: { "x.cjs": "" },
        env: (project) => ({ NODE_OPTIONS: `--require ${project}/x.cjs` }),
        why: /NODE_OPTIONS/,
      },
    ],
    [
      "LD_LIBRARY_PATH",
      { env: (project) => ({ LD_LIBRARY_PATH: `${project}/lib` }), why: /LD_LIBRARY_PATH/ },
    ],
    [
      "another node on the PATH",
      {
        files: { "bin/node": script },
        env: (project) => ({ PATH: `${project}/bin:${process.env.PATH ?? ""}` }),
        why: /bin\/node is outside/,
      },
    ],
  ];

  test.each(ways)("%s", async (_, { files = {}, env: more, why }) => {
    const { project, projects, env, ext } = await makePlace();
    const dir = await writeExtension(projects("alpha"), { name: "alpha" });
    expect((await ext("trust", "--yes")).code).toBe(0);
    await writeFiles(project, files);
    for (const path of Object.keys(files)) await chmod(join(project, path), 0o755);
    const all: Record<string, string> = { ...env, ...more?.(project) };
    const options = { cwd: project, env: all };
    // zot itself is a program of node, and would load the file.
    const isForNode = all.NODE_OPTIONS !== undefined;
    const zot = isForNode ? ["ext", "list", "--no-start"] : PROMPT;
    const { stdout, stderr } = await runZot(zot, options);
    expect(stdout + stderr).toMatch(why);
    expect(hasRun(dir, "alpha")).toBe(false);
  });

  test("a shell, and a folder of the project on the PATH", async () => {
    const { project, projects, env, ext } = await makePlace();
    await writeFiles(projects("alpha"), {
      "extension.json": '{"name":"alpha","exec":"sh","args":["main.sh"]}',
      "main.sh": "helper",
    });
    expect((await ext("trust", "--yes")).code).toBe(0);
    const mark = join(await makeFolder(), "it-ran");
    await writeFile(join(project, "helper"), `#!/bin/sh\n: > '${mark}'\n`, { mode: 0o755 });
    const PATH = `${process.env.PATH ?? ""}:${project}`;
    const { stderr } = await runZot(PROMPT, { cwd: project, env: { ...env, PATH } });
    expect(stderr).toMatch(/PATH names .*, which is outside of its folder/);
    expect(existsSync(mark)).toBe(false);
  });
});

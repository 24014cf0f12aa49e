import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, rename, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { snapshot, writeExtension, writeFiles } from "./support/extensions.js";
import { makeFolder, repo, runZot } from "./support/run-zot.js";

const run = promisify(execFile);

const LANGUAGES = [
  ["ts", ["npm", "test"], 'call my_first_one_count {"text":"a b c"}', /^3 words\n$/],
  ["js", ["npm", "test"], 'call my_first_one_count {"text":"a b c"}', /^3 words\n$/],
  [
    "py",
    ["python3", "-m", "unittest", "discover", "test"],
    'call my_first_one_count {"text":"a b c"}',
    /^3 words\n$/,
  ],
  ["sh", ["sh", "test/test.sh"], "call my_first_one_date {}", /^\d{4}-\d\d-\d\d\n$/],
] as const;

describe("zot ext init", () => {
  test.each(LANGUAGES)(
    "--lang %s writes an extension that runs at once and whose test passes",
    async (lang, [command, ...args], call, answer) => {
      const cwd = await makeFolder();
      const name = "my.first-one";
      const wrote = await runZot(["ext", "init", name, "--lang", lang], { cwd });
      expect(wrote).toMatchObject({ code: 0, stderr: "" });
      expect(wrote.stdout).toContain(`zot ext dev ${name}`);
      expect(wrote.stdout).not.toContain("npm install");
      expect(readdirSync(cwd)).toEqual([name]);
      const dir = join(cwd, name);
      expect(readFileSync(join(dir, "README.md"), "utf8")).toContain(`# ${name}`);
      for (const text of Object.values(snapshot(dir))) {
        expect(Buffer.from(text.split(" ")[1] ?? "", "base64").toString()).not.toMatch(
          /my[-_]extension/,
        );
      }

      const asked = ["-p", "--provider", "offline", "--ext", dir, call];
      const { code, stdout, stderr } = await runZot(asked, { cwd });
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toMatch(answer);

      const greeted = await runZot(["ext", "dev", dir], { cwd, input: `/${name} Ada\n` });
      expect(greeted.stdout).toContain("= Hello, Ada!");

      await run(command, args, { cwd: dir });
    },
  );

  test("TypeScript finds the types of the SDK and of the protocol in it", async () => {
    const cwd = await makeFolder();
    await runZot(["ext", "init", "alpha", "--lang", "ts"], { cwd });
    const dir = join(cwd, "alpha");
    await writeFiles(dir, {
      "mistakes.ts": [
        'import { extension, text } from "@zot/ext";',
        "// @ts-expect-error a name is a string",
        "extension({ name: 5 });",
        "// @ts-expect-error so is the text of a block, whose type is the protocol's",
        'export const length: number = text("x").text;',
      ].join("\n"),
    });
    const tsc = join(repo, "node_modules/typescript/bin/tsc");
    const args = [tsc, "--typeRoots", join(repo, "node_modules/@types")];
    await run(process.execPath, args, { cwd: dir });
  });

  test("TypeScript is what one gets without --lang", async () => {
    const cwd = await makeFolder();
    expect((await runZot(["ext", "init", "alpha"], { cwd })).code).toBe(0);
    expect(existsSync(join(cwd, "alpha/index.ts"))).toBe(true);
  });

  test.each(["ts", "js"])(
    "what init --lang %s writes can be installed and runs from there, without npm",
    async (lang) => {
      const cwd = await makeFolder();
      const env = { ZOT_HOME: await makeFolder() };
      await runZot(["ext", "init", "alpha", "--lang", lang], { cwd, env });
      const { code, stderr } = await runZot(["ext", "install", "./alpha", "--yes"], { cwd, env });
      expect(code).toBe(0);
      expect(stderr).not.toContain("npm install");
      const { stdout } = await runZot(["ext", "list"], { cwd, env });
      expect(stdout).toMatch(/alpha +0\.1\.0 +ready +global +\/alpha +alpha_count +installed/);
    },
  );

  test("what init writes holds no link, which npm would write into the lock", async () => {
    const cwd = await makeFolder();
    await runZot(["ext", "init", "alpha", "--lang", "ts"], { cwd });
    const links = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isSymbolicLink(),
    );
    expect(links).toEqual([]);
  });

  test("an extension that needs only the SDK gets zot's own with its install", async () => {
    const env = { ZOT_HOME: await makeFolder() };
    const hello = join(repo, "examples/extensions/hello");
    const { code, stderr } = await runZot(["ext", "install", hello, "--yes"], { env });
    expect(code).toBe(0);
    expect(stderr).toContain("zot's own copy of @zot/ext");
    expect(stderr).not.toContain("npm install");
    expect((await runZot(["ext", "list"], { env })).stdout).toMatch(/hello .* ready /);
  });

  test.each(["file:ELSEWHERE", "file:../../elsewhere/ext", "link:../ext", "workspace:*"])(
    "an SDK that is asked for as %s is zot's own with the install, and nothing asks npm for the folder",
    async (range) => {
      const env = { ZOT_HOME: await makeFolder() };
      const source = await makeFolder();
      await runZot(["ext", "init", "alpha", "--lang", "js"], { cwd: source, env });
      const dir = join(source, "alpha");
      const elsewhere = join(source, "ext");
      await rename(join(dir, "node_modules/@zot/ext"), elsewhere);
      await symlink(elsewhere, join(dir, "node_modules/@zot/ext"));
      const dependencies = { "@zot/ext": range.replace("ELSEWHERE", elsewhere) };
      const lock = { packages: { "node_modules/@zot/ext": { resolved: "../ext", link: true } } };
      await writeFiles(dir, {
        "package.json": JSON.stringify({ name: "alpha", type: "module", dependencies }),
        "package-lock.json": JSON.stringify(lock),
      });

      const { code, stderr } = await runZot(["ext", "install", dir, "--yes"], { env });
      expect(code).toBe(0);
      expect(stderr).toContain("zot's own copy of @zot/ext");
      expect(stderr).toContain("leaves  package-lock.json: ");
      expect(stderr).not.toContain("npm install");
      expect((await runZot(["ext", "list"], { env })).stdout).toMatch(/alpha .* ready /);
      const installed = join(env.ZOT_HOME, "extensions/alpha");
      expect(existsSync(join(installed, "package-lock.json"))).toBe(false);
      expect(JSON.parse(readFileSync(join(installed, "package.json"), "utf8"))).toEqual({
        name: "alpha",
        type: "module",
        dependencies: { "@zot/ext": expect.stringMatching(/^\^\d/) as string },
      });
    },
  );

  test("of a package.json that asks for a folder, only the range changes", async () => {
    const env = { ZOT_HOME: await makeFolder() };
    const text = [
      "\uFEFF{",
      '\t"type" : "module",  "keywords": ["a","b"],',
      '\t"dependencies": {"@zot/ext" : "workspace:*"}',
      "}",
      "",
    ].join("\r\n");
    const source = await writeExtension(
      await makeFolder(),
      { name: "alpha" },
      { "package.json": text },
    );
    expect((await runZot(["ext", "install", source, "--yes"], { env })).code).toBe(0);
    const written = readFileSync(join(env.ZOT_HOME, "extensions/alpha/package.json"), "utf8");
    expect(written.replace(/"\^\d[^"]*"/, '"workspace:*"')).toBe(text);
    expect(written).not.toBe(text);
  });

  test("an SDK that the extension keeps in its own folder is left to npm, and so is its lock", async () => {
    const env = { ZOT_HOME: await makeFolder() };
    const files = {
      "package.json": '{ "dependencies": { "@zot/ext": "file:./vendor/ext" } }',
      "package-lock.json":
        '{ "packages": { "node_modules/@zot/ext": { "resolved": "vendor/ext", "link": true } } }',
    };
    const source = await writeExtension(await makeFolder(), { name: "alpha" }, files);
    const { stderr } = await runZot(["ext", "install", source, "--yes"], { env });
    expect(stderr).toContain("npm install");
    expect(stderr).not.toContain("zot's own copy");
    const installed = join(env.ZOT_HOME, "extensions/alpha");
    for (const [name, text] of Object.entries(files)) {
      expect(readFileSync(join(installed, name), "utf8")).toBe(text);
    }
  });

  test("another version of the SDK is left to npm", async () => {
    const env = { ZOT_HOME: await makeFolder() };
    const source = await writeExtension(
      await makeFolder(),
      { name: "alpha" },
      { "package.json": '{ "dependencies": { "@zot/ext": "^99.0.0" } }' },
    );
    const { stderr } = await runZot(["ext", "install", source, "--yes"], { env });
    expect(stderr).toContain("npm install");
    expect(stderr).not.toContain("zot's own copy");
  });

  test("what is there already is never overwritten", async () => {
    const cwd = await makeFolder();
    await mkdir(join(cwd, "alpha"));
    const before = snapshot(cwd);
    expect(await runZot(["ext", "init", "alpha"], { cwd })).toMatchObject({
      code: 1,
      stderr: 'zot: there is a "alpha" here already; nothing written\n',
    });
    expect(snapshot(cwd)).toEqual(before);
  });

  test.each(["..", ".", "a/b", "../x", "", "Alpha", "-x", ".x", "a b", "a".repeat(65)])(
    "the name %j is refused with exit 2, and nothing is written",
    async (name) => {
      const cwd = await makeFolder();
      const { code, stderr } = await runZot(["ext", "init", "--", name], { cwd });
      expect(code).toBe(2);
      expect(stderr).toMatch(/^zot: [^\n]+ can't be a name[^\n]+\n$/);
      expect(readdirSync(cwd)).toEqual([]);
    },
  );

  test("an unknown language names the nearest, and nothing is written", async () => {
    const cwd = await makeFolder();
    const { code, stderr } = await runZot(["ext", "init", "alpha", "--lang", "pyy"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toBe('zot: --lang does not take "pyy"; did you mean py?\n');
    expect(readdirSync(cwd)).toEqual([]);
  });

  test("a folder that can't be written to is one line and exit 1", async () => {
    const { code, stderr } = await runZot(["ext", "init", "alpha"], { cwd: "/proc" });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^zot: can't write [^\n]+\n$/);
  });
});

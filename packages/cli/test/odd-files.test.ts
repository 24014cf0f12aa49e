import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { hasRun, writeExtension, writeFiles } from "./support/extensions.js";
import { makePlace } from "./support/make-place.js";
import { makeFolder } from "./support/run-zot.js";
import { startZot } from "./support/start-zot.js";

const GIGABYTE = 1024 ** 3;
/** A run takes 150 MB; reading a device takes all there is. */
const MEMORY_MB = 600;

function makePipe(path: string): Promise<void> {
  execFileSync("sh", ["-c", 'mkfifo "$0"', path]);
  return Promise.resolve();
}

/** Puts something in the place of a file that makes a careless reader wait for ever, or take all memory. */
const ODD: [title: string, put: (path: string) => Promise<void>, refusal: RegExp][] = [
  ["a link to /dev/zero", (path) => symlink("/dev/zero", path), /not a regular file|leads out/],
  ["a link to /dev/stdin", (path) => symlink("/dev/stdin", path), /not a regular file|leads out/],
  [
    "a link to a link to /dev/zero",
    async (path) => {
      await symlink("/dev/zero", `${path}.next`);
      await symlink(`${path}.next`, path);
    },
    /not a regular file|leads out/,
  ],
  ["a pipe", makePipe, /not a regular file|leads out/],
  ["a folder", (path) => mkdir(path).then(() => undefined), /not a regular file|EISDIR/],
  [
    "a file of 100 GB that takes no room",
    async (path) => {
      await writeFile(path, "");
      await truncate(path, 100 * GIGABYTE);
    },
    /larger than/,
  ],
  [
    "a link out of its folder",
    async (path) => {
      const target = join(await makeFolder(), "private");
      await writeFile(target, '{"name":"alpha","exec":"node"}');
      await symlink(target, path);
    },
    /a link that leads out of its folder/,
  ],
];

async function run(args: string[], place: { project: string; env: Record<string, string> }) {
  const options = { cwd: place.project, env: place.env, memoryMb: MEMORY_MB };
  const zot = await startZot(["-p", "--provider", "offline", ...args, "hi"], options);
  return zot.finished;
}

describe("R12: a manifest that is no plain file of its folder is refused before anything of it is read", () => {
  test.each(ODD)("%s", async (_, put, refusal) => {
    const place = await makePlace();
    const dir = await writeExtension(place.projects("alpha"), { name: "alpha" });
    await rm(join(dir, "extension.json"));
    await put(join(dir, "extension.json"));
    const { code, stdout, stderr } = await run(["--trust"], place);
    expect(code).toBe(0);
    expect(stderr).toMatch(refusal);
    expect(stderr).toMatch(/^extension load: [^\n]*alpha: extension\.json[^\n]*\n$/);
    expect(stdout).toContain("offline model");
    expect(hasRun(dir, "alpha")).toBe(false);
  });

  test.each(ODD.filter(([title]) => !title.includes("out of its folder")))(
    "of an installed one, too: %s",
    async (_, put, refusal) => {
      const place = await makePlace();
      const dir = await writeExtension(place.installed("alpha"), { name: "alpha" });
      await rm(join(dir, "extension.json"));
      await put(join(dir, "extension.json"));
      const { code, stderr } = await run([], place);
      expect(code).toBe(0);
      expect(stderr).toMatch(refusal);
    },
  );

  test("what the user installed may be made of links, as some package managers do it", async () => {
    const place = await makePlace();
    const store = await writeExtension(join(await makeFolder(), "alpha"), { name: "alpha" });
    await mkdir(place.installed("alpha"), { recursive: true });
    for (const file of ["extension.json", "main.mjs"]) {
      await symlink(join(store, file), join(place.installed("alpha"), file));
    }
    const { code, stderr } = await run([], place);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(hasRun(store, "alpha")).toBe(true);
  });
});

describe("R12: the content of an extension is looked at within bounds", () => {
  test.each(["-p", "--trust"])(
    "a file of 100 GB in its folder: not started with %s",
    async (flag) => {
      const place = await makePlace();
      const dir = await writeExtension(place.projects("alpha"), { name: "alpha" }, { huge: "" });
      await truncate(join(dir, "huge"), 100 * GIGABYTE);
      const { code, stderr } = await run([flag], place);
      expect(code).toBe(0);
      expect(stderr).toMatch(/^extension alpha: untrusted: [^\n]*more than \d+ MB[^\n]*\n$/);
      expect(hasRun(dir, "alpha")).toBe(false);
      const trust = await place.ext("trust", "alpha", "--yes");
      expect(trust).toMatchObject({ code: 1, stdout: "" });
      expect(trust.stderr).toMatch(/can't be trusted: [^\n]*more than \d+ MB/);
    },
  );

  test("a pipe, a device and a link to the whole disk in its folder: it is not waited for them", async () => {
    const place = await makePlace();
    const dir = await writeExtension(place.projects("alpha"), { name: "alpha" });
    await makePipe(join(dir, "pipe"));
    await symlink("/dev/zero", join(dir, "zero"));
    await symlink("/proc", join(dir, "proc"));
    const { code, stderr } = await run(["--trust"], place);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(hasRun(dir, "alpha")).toBe(true);
  });
});

describe("R12: a skill that is no plain file of its folder is refused before anything of it is read", () => {
  const skill = "---\nname: good\ndescription: fine\n---\nBody.\n";

  test.each(ODD)("%s", async (_, put, refusal) => {
    const place = await makePlace();
    const path = join(place.project, ".zot/skills/odd/SKILL.md");
    await mkdir(dirname(path), { recursive: true });
    await put(path);
    await writeFiles(place.project, { ".zot/skills/good/SKILL.md": skill });
    const { code, stderr } = await run(["--with-skills", "--trust"], place);
    expect(code).toBe(0);
    expect(stderr).toMatch(refusal);
    expect(stderr).toContain("odd/SKILL.md: ");
  });

  test.each(ODD.filter(([title]) => !title.includes("out of its folder")))(
    "of the user's own, too: %s",
    async (_, put, refusal) => {
      const place = await makePlace();
      const path = join(place.home, "skills/odd/SKILL.md");
      await mkdir(dirname(path), { recursive: true });
      await put(path);
      const { code, stderr } = await run(["--with-skills"], place);
      expect(code).toBe(0);
      expect(stderr).toMatch(refusal);
    },
  );

  test("a folder of skills that is a link to the whole disk is not walked", async () => {
    const place = await makePlace();
    await mkdir(join(place.project, ".claude"));
    await symlink("/", join(place.project, ".claude/skills"));
    const { code, stderr } = await run(["--with-skills", "--trust"], place);
    expect(code).toBe(0);
    expect(stderr).toMatch(/\.claude\/skills: a link that leads out of the project/);
  });
});

test("R12: an AGENTS.md of 100 GB is cut, and one that is a pipe is left out", async () => {
  const place = await makePlace();
  const path = join(place.project, "AGENTS.md");
  await writeFile(path, "Be brief.");
  await truncate(path, 100 * GIGABYTE);
  expect((await run([], place)).code).toBe(0);
  await rm(path);
  await makePipe(path);
  expect((await run([], place)).code).toBe(0);
  expect(existsSync(path)).toBe(true);
});

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hasRun, snapshot, writeExtension, writeFiles } from "./support/extensions.js";
import { findHostile } from "./support/hostile.js";
import { makePlace } from "./support/make-place.js";
import { makeFolder, runZot } from "./support/run-zot.js";
import { runZotInPty } from "./support/run-zot-in-pty.js";

/** A field of a manifest with something in it that nobody sees, and how the refusal names it. */
const HIDDEN: [title: string, fields: Record<string, unknown>, refusal: string][] = [
  [
    "an OSC of C1 in an argument",
    { args: ["main.mjs", "a\u009d0;b\u009c"] },
    "args.1: contains \\x9d",
  ],
  ["a CSI of C1 in an argument", { args: ["main.mjs\u009b8m", "alpha"] }, "args.0: contains \\x9b"],
  ["an escape in an argument", { args: ["main.mjs", "\u001b[8m;x"] }, "args.1: contains \\x1b"],
  ["a NUL in an argument", { args: ["main.mjs", "a\0b"] }, "args.1: contains \\x00"],
  ["a return in an argument", { args: ["main.mjs", "a\rb"] }, "args.1: contains \\r"],
  ["text turned around", { args: ["main.mjs", "\u202egnp"] }, "args.1: contains \\u202e"],
  ["a space of no width", { args: ["main.mjs", "a\u200bb"] }, "args.1: contains \\u200b"],
  ["tag characters", { args: ["main.mjs", "a\u{e0041}b"] }, "args.1: contains \\u{e0041}"],
  ["a filler", { args: ["main.mjs", "a\u3164b"] }, "args.1: contains \\u3164"],
  ["an empty braille cell", { args: ["main.mjs", "a\u2800b"] }, "args.1: contains \\u2800"],
  ["half a character", { args: ["main.mjs", "a\ud800b"] }, "args.1: contains \\ud800"],
  ["a line separator", { args: ["main.mjs", "a\u2028b"] }, "args.1: contains \\u2028"],
  ["a program", { exec: "node\u0090" }, "exec: contains \\x90"],
  ["a line end in the program", { exec: "node\n" }, "exec: contains \\n"],
  ["a version", { version: "1\u009dx\u009c" }, "version: contains \\x9d"],
  ["a description", { description: "Good\u009d0;x\u009c" }, "description: contains \\x9d"],
  ["a description turned around", { description: "a\u2066b" }, "description: contains \\u2066"],
  ["a path of skills", { skills: ["a\u200bb"] }, "skills.0: contains \\u200b"],
  ["a language", { language: "js\u0085" }, "language: contains \\x85"],
];

describe("R5: a manifest with a character that nobody sees is refused, and the refusal writes it out", () => {
  test.each(HIDDEN)("%s", async (_, fields, refusal) => {
    const { home, project, projects, env, ext } = await makePlace();
    await writeExtension(projects("alpha"), { name: "alpha", ...fields });
    const before = snapshot(home);
    const reason = `extension.json: ${refusal}`;

    const trusted = await ext("trust", "alpha", "--yes");
    expect(trusted).toMatchObject({ code: 1, stdout: "" });
    expect(trusted.stderr).toContain(reason);
    const installed = await ext("install", projects("alpha"), "--yes");
    expect(installed).toMatchObject({ code: 1, stdout: "" });
    expect(installed.stderr).toContain(reason);
    const listed = await ext("list");
    expect(listed.stdout).toMatch(/^alpha .* broken .*$/m);
    expect(listed.stdout).toContain(reason);
    const args = ["-p", "--provider", "offline", "--trust", "hi"];
    const run = await runZot(args, { cwd: project, env });
    expect(run.stderr).toContain(reason);
    for (const { stdout, stderr } of [trusted, installed, listed, run]) {
      expect(findHostile(stdout + stderr)).toBeUndefined();
    }
    expect(hasRun(projects("alpha"), "alpha")).toBe(false);
    expect(Object.keys(snapshot(home)).filter((path) => path.startsWith("trust"))).toEqual(
      Object.keys(before).filter((path) => path.startsWith("trust")),
    );
  });

  test("a name, and a field that zot does not know, are written out in the refusal", async () => {
    const { projects, ext } = await makePlace();
    await writeFiles(projects("one"), { "extension.json": '{"name":"a\u009dx"}' });
    await writeFiles(projects("two"), { "extension.json": '{"na\u009dme":"a"}' });
    await writeFiles(projects("three"), { "extension.json": '{"name":\u009dx }' });
    const { stdout } = await ext("list");
    expect((await ext("doctor")).stdout).toContain('zot does not know "na\\x9dme"');
    expect(stdout).toContain("one: extension.json: name: contains \\x9d");
    expect(stdout).toContain('zot does not know "na\\x9dme"');
    expect(stdout).toMatch(/three: extension\.json: .*\\x9d/);
  });
});

test("R5: accents, emoji and lines of a script are no reason to refuse", async () => {
  const { projects, ext } = await makePlace();
  await writeExtension(projects("alpha"), {
    name: "alpha",
    version: "1.0.0-β",
    description: "Wetter\u00a0für Köln ☀️ 👩‍💻\nمی‌خواهم",
    args: ["main.mjs", "alpha", "--greeting", "schöne\tGrüße\nan alle 🌍"],
  });
  const { code, stderr } = await ext("trust", "alpha", "--yes");
  expect(code).toBe(0);
  expect(stderr).toContain(String.raw`"schöne\tGrüße\nan alle 🌍"`);
});

describe("R5: what is not plainly printable is written out wherever a decision is made", () => {
  const fields = {
    name: "alpha",
    version: "1.0\u00a0",
    description: "Good\u00a0\ue000",
    args: ["main.mjs", "alpha", "a\u00a0b\u2003c\ue000"],
  };
  const line = 'node main.mjs alpha "a\\xa0b\\u2003c\\ue000"';

  test("install, trust, list, doctor and dev", async () => {
    const { projects, ext, env } = await makePlace();
    const dir = await writeExtension(projects("alpha"), fields);
    const install = await ext("install", dir, "--yes");
    expect(install.stderr).toContain(`runs    ${line}`);
    expect(install.stderr).toContain("alpha 1.0\\xa0: Good\\xa0\\ue000");
    const trust = await ext("trust", "--yes");
    expect(trust.stderr).toContain(`runs    ${line}`);
    expect(trust.stderr).toContain("alpha 1.0\\xa0");
    expect((await ext("list")).stdout).toContain("1.0\\xa0");
    expect((await ext("doctor")).stdout).toContain("alpha 1.0\\xa0");
    const dev = await runZot(["ext", "dev", dir], { env, input: "quit\n" });
    expect(dev.stdout).toContain(`alpha 1.0\\xa0: ${line}`);
    expect((await ext("remove", "alpha", "--yes")).stderr).toContain("alpha 1.0\\xa0");
  });

  test("the question on a terminal", async () => {
    const { project, projects, env } = await makePlace();
    await writeExtension(projects("alpha"), fields);
    const zot = await runZotInPty(["ext", "trust"], { cwd: project, env });
    expect(await zot.waitFor(/\[y\/N\] /)).toContain(`runs    ${line}`);
    zot.type("n\r");
    expect((await zot.finished).code).toBe(1);
  });

  test("the names of folders and of files that are left out", async () => {
    const { projects, ext } = await makePlace();
    const odd = "al\u009dpha\u200b";
    await mkdir(projects(odd), { recursive: true });
    await writeFile(join(projects(odd), "extension.json"), "{");
    const shown = "al\\x9dpha\\u200b";
    expect((await ext("list")).stdout).toContain(`${shown} `);
    expect((await ext("doctor")).stdout).toContain(`✗ ${shown}:`);
    expect((await ext("trust", "--yes")).stderr).toContain(`${shown} can't be trusted`);
    const source = await writeExtension(join(await makeFolder(), odd), { name: "alpha" });
    expect((await ext("install", source, "--yes")).stderr).toContain(`/${shown}`);
  });
});

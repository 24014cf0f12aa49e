import { mkdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { hasRun, writeExtension, writeFiles } from "./support/extensions.js";
import { makePlace } from "./support/make-place.js";

interface Report {
  ok: boolean;
  extensions: {
    name: string;
    state: string;
    ready_ms: number | null;
    commands: string[];
    tools: string[];
    problems: string[];
    notes: string[];
    log: string[];
  }[];
}

/** A program that prints these lines and then waits for the end of its stdin. */
const printing = (...lines: string[]) =>
  `${lines.map((line) => `console.log(${JSON.stringify(line)});`).join("\n")}\nprocess.stdin.resume();`;

const hello = (name: string) => JSON.stringify({ type: "hello", name, version: "1" });

test("when all is well it says what each registered and how fast, and exits 0", async () => {
  const { installed, ext } = await makePlace();
  await writeExtension(installed("alpha"), { name: "alpha" });
  const { code, stdout, stderr } = await ext("doctor");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/✓ alpha 1\.0\.0: ready after \d+ ms \(global\)/);
  expect(stdout).toContain("/alpha-hi");
  expect(stdout).toContain("alpha_echo");
  expect(stdout).toContain("Nothing is wrong.");
});

test("every kind of trouble is named, with the log of this start, and the exit code is 1", async () => {
  const { installed, ext } = await makePlace();
  await writeExtension(installed("good"), { name: "good" });
  await writeFiles(installed("torn"), { "extension.json": "{ nope" });
  await writeExtension(installed("lost"), { name: "lost", exec: "no-such-program" });
  const crash = "console.error('my last words'); process.exit(3)";
  await writeExtension(installed("crashes"), { name: "crashes" }, { "main.mjs": crash });
  const noise = printing(hello("noisy"), "debug: hi", '{"type":"ready"}');
  await writeExtension(installed("noisy"), { name: "noisy" }, { "main.mjs": noise });
  const rival = printing(
    hello("rival"),
    '{"type":"register_tool","name":"good_echo","schema":{"type":"object"}}',
    '{"type":"register_command","name":"help"}',
    '{"type":"ready"}',
  );
  await writeExtension(installed("rival"), { name: "rival" }, { "main.mjs": rival });
  await mkdir(installed("empty"));

  const { code, stdout } = await ext("doctor", "--json");
  expect(code).toBe(1);
  const { ok, extensions } = JSON.parse(stdout) as Report;
  expect(ok).toBe(false);
  const of = (name: string) => extensions.find((one) => one.name === name);
  expect(of("good")).toMatchObject({ state: "ready", problems: [], tools: ["good_echo"] });
  expect(of("good")?.ready_ms).toBeGreaterThan(0);
  expect(of("torn")?.problems.join()).toContain("extension.json");
  expect(of("lost")?.problems.join()).toContain('"no-such-program" not found on PATH');
  expect(of("crashes")?.problems.join()).toContain("exit code 3");
  expect(of("crashes")?.log).toContain("my last words");
  expect(of("noisy")?.problems.join()).toMatch(/stdout/);
  expect(of("rival")?.problems.join()).toMatch(/good_echo.*taken by extension good/);
  expect(of("rival")?.problems.join()).toMatch(/help.*taken by zot itself/);
  expect(of("empty")).toMatchObject({ state: "ignored" });
  expect(of("empty")?.problems.join()).toContain("no extension.json");
});

test("what an extension prints to its stderr is never taken for a fault", async () => {
  const { installed, ext } = await makePlace();
  const line = '[zot] tool "x" is taken by zot itself; ignored';
  const program = `console.error(${JSON.stringify(line)});\n${printing(hello("liar"), '{"type":"ready"}')}`;
  await writeExtension(installed("liar"), { name: "liar" }, { "main.mjs": program });

  const { code, stdout } = await ext("doctor", "--json");
  expect(code).toBe(0);
  const { extensions } = JSON.parse(stdout) as Report;
  expect(extensions).toMatchObject([{ name: "liar", state: "ready", problems: [] }]);
});

test("a fault of one folder is not blamed on another one of the same name", async () => {
  const { installed, projects, ext } = await makePlace();
  await writeFiles(projects("twin"), { "extension.json": "{ nope" });
  await writeExtension(installed("twin"), { name: "twin" });
  const { stdout } = await ext("doctor", "--json");
  const { extensions } = JSON.parse(stdout) as Report;
  expect(extensions).toMatchObject([
    { name: "twin", state: "broken", problems: [expect.stringContaining("extension.json")] },
    { name: "twin", state: "ready", problems: [] },
  ]);
});

test("what is untrusted, disabled or shadowed is told, does not run, and is no failure", async () => {
  const { installed, projects, ext } = await makePlace();
  await writeExtension(installed("off"), { name: "off", enabled: false });
  await writeExtension(projects("stranger"), { name: "stranger" });
  await writeExtension(installed("stranger"), { name: "stranger" });
  const { code, stdout } = await ext("doctor");
  expect(code).toBe(0);
  expect(stdout).toContain("off 1.0.0: disabled");
  expect(stdout).toContain("stranger 1.0.0: untrusted (project)");
  expect(stdout).toContain("zot ext trust");
  expect(stdout).toContain(`${installed("stranger")} is used instead`);
  expect(stdout).toMatch(/stranger 1\.0\.0: ready after \d+ ms \(global\)/);
  expect(hasRun(installed("off"), "off")).toBe(false);
  expect(hasRun(projects("stranger"), "stranger")).toBe(false);

  await ext("trust", "stranger", "--yes");
  const trusted = await ext("doctor");
  expect(trusted.code).toBe(0);
  expect(trusted.stdout).toMatch(/stranger 1\.0\.0: ready after \d+ ms \(project\)/);
  expect(trusted.stdout).toContain("stranger 1.0.0: shadowed (global)");
});

test("one that never says hello is waited for, then named", async () => {
  const { installed, ext } = await makePlace();
  const silent = "process.stdin.resume();";
  const manifest = { name: "silent", start_timeout_ms: 4_000 };
  await writeExtension(installed("silent"), manifest, { "main.mjs": silent });
  const { code, stdout, stderr } = await ext("doctor");
  expect(stderr).toBe("zot: waiting for extensions: silent\n");
  expect(code).toBe(1);
  expect(stdout).toMatch(/✗ silent .*: failed/);
  expect(stdout).toMatch(/problem .*hello/);
});

test("with nothing installed nothing is wrong", async () => {
  const { ext } = await makePlace();
  expect(await ext("doctor")).toMatchObject({ code: 0 });
  expect(JSON.parse((await ext("doctor", "--json")).stdout)).toEqual({ ok: true, extensions: [] });
});

import { describe, expect, test } from "vitest";
import { hasRun, writeExtension, writeFiles } from "./support/extensions.js";
import { makePlace } from "./support/make-place.js";
import { oneLine, runZot } from "./support/run-zot.js";

describe("zot ext list", () => {
  test("the table has name, version, state, scope, commands, tools and trust of each", async () => {
    const { installed, projects, ext } = await makePlace();
    await writeExtension(installed("alpha"), { name: "alpha" });
    await writeExtension(installed("beta"), { name: "beta", enabled: false });
    await writeExtension(projects("gamma"), { name: "gamma" });
    const { code, stdout, stderr } = await ext("list");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const rows = stdout.split("\n").map((line) => line.split(/\s{2,}/));
    expect(rows[0]).toEqual([
      ...["NAME", "VERSION", "STATE", "SCOPE", "COMMANDS", "TOOLS", "TRUST"],
    ]);
    expect(rows[1]).toEqual(["gamma", "1.0.0", "untrusted", "project", "?", "?", "untrusted"]);
    expect(rows[2]).toEqual([
      ...["alpha", "1.0.0", "ready", "global", "/alpha-hi", "alpha_echo", "installed"],
    ]);
    expect(rows[3]).toEqual(["beta", "1.0.0", "disabled", "global", "?", "?", "installed"]);
    expect(stdout).toContain("gamma: not trusted yet");
  });

  test("what is untrusted or disabled never runs", async () => {
    const { installed, projects, ext } = await makePlace();
    await writeExtension(installed("off"), { name: "off", enabled: false });
    await writeExtension(projects("stranger"), { name: "stranger" });
    await ext("list");
    expect(hasRun(installed("off"), "off")).toBe(false);
    expect(hasRun(projects("stranger"), "stranger")).toBe(false);
  });

  test("--json gives the same to a program", async () => {
    const { installed, ext } = await makePlace();
    await writeExtension(installed("alpha"), { name: "alpha", description: "does it" });
    const { code, stdout } = await ext("list", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual([
      {
        name: "alpha",
        version: "1.0.0",
        description: "does it",
        state: "ready",
        reason: null,
        scope: "global",
        trust: "installed",
        dir: installed("alpha"),
        commands: ["alpha-hi"],
        tools: ["alpha_echo"],
      },
    ]);
  });

  test("--no-start starts nothing and still tells what can be known", async () => {
    const { installed, ext } = await makePlace();
    await writeExtension(installed("alpha"), { name: "alpha" });
    await writeExtension(installed("lost"), { name: "lost", exec: "no-such-program" });
    await writeFiles(installed("torn"), { "extension.json": "{" });
    const { stdout } = await ext("list", "--no-start", "--json");
    const rows = JSON.parse(stdout) as { name: string; state: string }[];
    expect(rows.map(({ name, state }) => [name, state])).toEqual([
      ["alpha", "found"],
      ["lost", "unavailable"],
      ["torn", "broken"],
    ]);
    expect(hasRun(installed("alpha"), "alpha")).toBe(false);
  });

  test("a project's extension that shadows an installed one is told apart from it", async () => {
    const { installed, projects, ext } = await makePlace();
    await writeExtension(installed("same"), { name: "same" });
    await writeExtension(projects("same"), { name: "same" });
    const states = async () => {
      const { stdout } = await ext("list", "--json");
      const rows = JSON.parse(stdout) as { scope: string; state: string }[];
      return rows.map(({ scope, state }) => [scope, state]);
    };
    expect(await states()).toEqual([
      ["project", "untrusted"],
      ["global", "ready"],
    ]);
    await ext("trust", "same", "--yes");
    expect(await states()).toEqual([
      ["project", "ready"],
      ["global", "shadowed"],
    ]);
  });

  test("no escape sequence of a manifest reaches the output", async () => {
    const { installed, ext } = await makePlace();
    const version = "1\u001b]0;owned\u0007\u001b[2J\u009b31m";
    await writeExtension(installed("alpha"), { name: "alpha", version });
    const { stdout } = await ext("list", "--no-start");
    for (const control of ["\u001b", "\u0007", "\u009b"]) expect(stdout).not.toContain(control);
    expect(stdout).toContain("alpha");
  });

  test("without any extension it says how to get one", async () => {
    const { ext } = await makePlace();
    const { code, stdout } = await ext("list");
    expect(code).toBe(0);
    expect(stdout).toContain("zot ext install");
  });
});

const NAMES = [
  ...[
    "list",
    "install",
    "remove",
    "enable",
    "disable",
    "logs",
    "dev",
    "doctor",
    "trust",
    "untrust",
  ],
];

describe("zot ext", () => {
  test.each([["ext"], ["ext", "--help"], ["ext", "-h"], ["ext", "help"]])(
    "%s %s shows every command",
    async (...args) => {
      const { code, stdout } = await runZot(args.filter((arg) => arg !== ""));
      expect(code).toBe(0);
      for (const name of NAMES) {
        expect(stdout).toMatch(new RegExp(`^ {2}${name} `, "m"));
      }
    },
  );

  test.each([
    [["ext", "instal"], 'unknown command "zot ext instal"; did you mean install?'],
    [["ext", "xyzzy"], 'unknown command "zot ext xyzzy"; try zot ext --help'],
    [["ext", "__proto__"], 'unknown command "zot ext __proto__"; try zot ext --help'],
    [["ext", "--jsn"], 'unknown flag "--jsn"; try zot ext --help'],
    [["ext", "list", "--jsno"], 'unknown flag "--jsno"; did you mean --json?'],
    [["ext", "list", "alpha"], 'zot ext list does not take "alpha": zot ext list'],
    [["ext", "install"], "zot ext install needs a folder or a git URL: zot ext install"],
    [["ext", "remove", "a", "b"], 'zot ext remove does not take "b": zot ext remove'],
  ])("%j is one clear line and exit 2", async (args, line) => {
    const { code, stdout, stderr } = await runZot(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(oneLine);
    expect(stderr).toContain(line);
  });

  test.each(NAMES)("zot ext %s --help shows its usage and its flags", async (name) => {
    const { code, stdout } = await runZot(["ext", name, "--help"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^zot ext ${name} `));
    expect(stdout).toContain("-h, --help");
  });
});

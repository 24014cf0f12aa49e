import { existsSync, readdirSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FLAGS } from "../src/args/flags.js";
import { makeFolder, runZot } from "./support/run-zot.js";
import { askServer, offline, systemOf, toolNames, weather } from "./support/ask-server.js";

describe("--help and --version", () => {
  test("--help names every flag and fits on a screen", async () => {
    const { code, stdout } = await runZot(["--help"]);
    expect(code).toBe(0);
    for (const name of Object.keys(FLAGS)) expect(stdout).toContain(`--${name}`);
    expect(stdout.split("\n").length).toBeLessThanOrEqual(50);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test.each(["help", "version"])(
    "%s alone is the flag of that name, else a prompt",
    async (word) => {
      const { stdout } = await runZot([`--${word}`]);
      expect(await runZot([word])).toMatchObject({ code: 0, stdout, stderr: "" });
      for (const args of [
        ["--", word],
        [word, "me"],
        ["-p", word],
      ]) {
        const asked = await runZot(["--provider", "offline", ...args]);
        expect(asked.stdout).toContain("offline model");
      }
    },
  );

  test.each([["-h"], ["--help"]])("%s works", async (flag) => {
    expect((await runZot([flag])).stdout).toContain("zot rpc");
  });

  test.each([["-v"], ["--version"]])("%s prints the version alone", async (flag) => {
    expect(await runZot([flag])).toMatchObject({ code: 0, stdout: "0.0.0\n", stderr: "" });
  });
});

describe("the prompt", () => {
  test("zot rpc takes none", async () => {
    const { code, stderr } = await runZot(["rpc", "hi"]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "zot: zot rpc takes no prompt; prompts come over stdin\n",
    });
  });

  test("--system-prompt replaces, --append-system-prompt adds, in order", async () => {
    const { request } = await askServer([
      ...["--system-prompt", "BE A POET", "--append-system-prompt", "FIRST"],
      ...["--append-system-prompt", "SECOND"],
    ]);
    expect(systemOf(request)).toMatch(/BE A POET.*FIRST.*SECOND/s);
    expect(systemOf(request)).not.toContain("You are zot");
  });

  test("skills are offered with --with-skills, and not with --no-skill", async () => {
    const cwd = await makeFolder();
    await mkdir(join(cwd, ".zot/skills/bake"), { recursive: true });
    const skill = "---\nname: bake\ndescription: Bakes bread\n---\nKnead.\n";
    await writeFile(join(cwd, ".zot/skills/bake/SKILL.md"), skill);
    const plain = await askServer([], { cwd });
    expect(toolNames(plain.request)).not.toContain("skill");
    const offered = await askServer(["--with-skills", "--trust"], { cwd });
    expect(systemOf(offered.request)).toContain("Bakes bread");
    expect(toolNames(offered.request)).toContain("skill");
    expect(systemOf(offered.request)).toContain("write-zot-extension");
    const refused = await askServer(["--with-skills", "--no-skill", "--trust"], { cwd });
    expect(systemOf(refused.request)).not.toContain("Bakes bread");
  });

  test("skills that an extension ships are offered too", async () => {
    const folder = join(await makeFolder(), "bundle");
    await mkdir(join(folder, "skills/knit"), { recursive: true });
    const manifest = { name: "bundle", skills: ["./skills", "../outside"] };
    await writeFile(join(folder, "extension.json"), JSON.stringify(manifest));
    const skill = "---\nname: knit\ndescription: Knits socks\n---\nTwo needles.\n";
    await writeFile(join(folder, "skills/knit/SKILL.md"), skill);
    const { request } = await askServer(["--with-skills", "--ext", folder]);
    expect(systemOf(request)).toContain("Knits socks");
  });

  test("AGENTS.md of the project is in the system prompt", async () => {
    const cwd = await makeFolder();
    await writeFile(join(cwd, "AGENTS.md"), "Use tabs everywhere.");
    const { request } = await askServer([], { cwd });
    expect(systemOf(request)).toContain("Use tabs everywhere.");
  });
});

describe("tools", () => {
  test("the model is offered the built-ins and those of extensions", async () => {
    const { request } = await askServer(["--ext", weather]);
    expect(toolNames(request).sort()).toEqual(["bash", "edit", "read", "weather", "write"]);
  });

  test("--tools leaves some, --no-tools none, a wrong name is refused", async () => {
    const some = await askServer(["--ext", weather, "--tools", "read, weather"]);
    expect(toolNames(some.request).sort()).toEqual(["read", "weather"]);
    expect(toolNames((await askServer(["--no-tools"])).request)).toEqual([]);
    const wrong = await runZot([...offline, "--tools", "raed", "hi"]);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain("did you mean read?");
  });

  test("--no-yolo refuses tool calls where nobody can be asked", async () => {
    const folder = await makeFolder();
    const call = `call bash {"command":"touch '${join(folder, "ran")}'"}`;
    const { stdout } = await runZot([...offline, "--no-yolo", call]);
    expect(stdout).toMatch(/^The tool failed: /);
    expect(existsSync(join(folder, "ran"))).toBe(false);
  });

  test("--max-steps ends a prompt that goes on too long, exit 1", async () => {
    const script = join(await makeFolder(), "loop.json");
    const step = { call: "bash", args: { command: "true" } };
    await writeFile(script, JSON.stringify({ answers: [step], loop: true }));
    const env = { ZOT_OFFLINE_SCRIPT: script };
    const { code, stderr } = await runZot([...offline, "--max-steps", "2", "go"], { env });
    expect(code).toBe(1);
    expect(stderr).toContain("max steps (2)");
    expect((await runZot([...offline, "--max-steps", "0", "go"])).code).toBe(2);
  });
});

describe("extensions", () => {
  test("--no-ext skips installed ones, never those of --ext", async () => {
    const env = { ZOT_HOME: await makeFolder() };
    const folder = join(env.ZOT_HOME, "extensions/py");
    await mkdir(folder, { recursive: true });
    const marker = join(env.ZOT_HOME, "started");
    await writeFile(
      join(folder, "extension.json"),
      JSON.stringify({ name: "py", exec: "sh", args: ["-c", `touch '${marker}'`] }),
    );
    const call = 'call weather {"city":"Bonn"}';
    const { stdout } = await runZot([...offline, "--no-ext", "-e", weather, call], { env });
    expect(stdout).toMatch(/^Bonn: /);
    expect(existsSync(marker)).toBe(false);
    await runZot([...offline, "hi"], { env });
    expect(existsSync(marker)).toBe(true);
  });

  test("one that does not say hello in its time is waited for, then named", async () => {
    const folder = await makeFolder();
    const program = { exec: "sh", args: ["-c", "cat >/dev/null"] };
    const manifest = { name: "silent", ...program, start_timeout_ms: 4_000 };
    await writeFile(join(folder, "extension.json"), JSON.stringify(manifest));
    const { code, stderr } = await runZot([...offline, "-e", folder, "hi"]);
    expect(code).toBe(0);
    expect(stderr.split("\n")).toEqual([
      "zot: waiting for extensions: silent",
      "extension silent did not say hello within 4 s; does it flush what it writes to stdout?",
      "",
    ]);
  });

  test("--verbose and ZOT_LOG write a log; a calm run writes none", async () => {
    const env = { ZOT_HOME: await makeFolder() };
    await runZot([...offline, "hi"], { env });
    expect(existsSync(join(env.ZOT_HOME, "logs/zot.log"))).toBe(false);
    await runZot([...offline, "--verbose", "-e", weather, "hi"], { env });
    expect(readdirSync(join(env.ZOT_HOME, "logs"))).toContain("zot.log");
  });
});

import { appendFile, mkdir, symlink, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { snapshot, writeExtension, writeFiles } from "./support/extensions.js";
import { makePlace } from "./support/make-place.js";
import { makeFolder, runZot } from "./support/run-zot.js";
import { runZotInPty } from "./support/run-zot-in-pty.js";

const skillText = (name: string, body: string) =>
  `---\nname: ${name}\ndescription: How to ${name}\n---\n${body}\n`;

/** A project with a skill in each of the three places, and what reads one. */
async function makeProject() {
  const place = await makePlace();
  await writeFiles(place.project, {
    ".zot/skills/bake/SKILL.md": skillText("bake", "Bake with butter."),
    ".zot/skills/bake/oven.sh": "echo hot",
    ".claude/skills/brew/SKILL.md": skillText("brew", "Brew with hops."),
    ".agents/skills/knit/SKILL.md": skillText("knit", "Knit with wool."),
  });
  const run = (args: string[], prompt: string, env: Record<string, string> = {}) =>
    runZot(["-p", "--provider", "offline", ...args, prompt], {
      cwd: place.project,
      env: { ...place.env, ...env },
    });
  return {
    ...place,
    run,
    read: (name: string, args: string[] = [], env: Record<string, string> = {}) =>
      run(["--with-skills", ...args], `call skill {"name":"${name}"}`, env),
  };
}

const UNTRUSTED =
  /^zot: [^\n]*: the skills bake, brew, knit of this project are not used: not trusted yet; [^\n]*zot ext trust[^\n]*--trust[^\n]*\n$/;

describe("R15: skills of a project", () => {
  test("are left out before they are trusted, and one line says so", async () => {
    const { read } = await makeProject();
    for (const name of ["bake", "brew", "knit"]) {
      const { code, stdout, stderr } = await read(name);
      expect(code).toBe(0);
      expect(stdout).toContain(`there is no skill "${name}"`);
      expect(stdout).not.toContain("Bake with butter");
      expect(stderr).toContain("not trusted yet");
    }
    expect(
      (await read("bake")).stderr.split("\n").filter((line) => line.startsWith("zot:")),
    ).toEqual([expect.stringMatching(new RegExp(UNTRUSTED.source.replace(String.raw`\n$`, "$")))]);
  });

  test("--json and rpc leave them out and say so; a run that offers no skills says nothing", async () => {
    const { project, env, run } = await makeProject();
    const json = ["--json", "--provider", "offline", "--with-skills", "hi"];
    expect((await runZot(json, { cwd: project, env })).stderr).toMatch(UNTRUSTED);
    const input = '{"type":"prompt","message":"hi"}\n';
    const rpc = ["rpc", "--provider", "offline", "--with-skills"];
    expect((await runZot(rpc, { cwd: project, env, input })).stderr).toMatch(UNTRUSTED);
    expect((await run([], "hi")).stderr).toBe("");
    expect((await run(["--with-skills", "--no-skill"], "hi")).stderr).toBe("");
  });

  test("--trust and ZOT_TRUST=1 use them, for that run only", async () => {
    const { home, read } = await makeProject();
    const trusted = await read("bake", ["--trust"]);
    expect(trusted.stdout).toContain("Bake with butter.");
    expect(trusted.stderr).not.toContain("trusted");
    expect((await read("knit", [], { ZOT_TRUST: "1" })).stdout).toContain("Knit with wool.");
    expect((await read("knit")).stdout).toContain("there is no skill");
    expect(existsSync(join(home, "trust.json"))).toBe(false);
  });

  test("zot ext trust shows them, remembers exactly this content, and they are used from then on", async () => {
    const { ext, read } = await makeProject();
    const { code, stdout, stderr } = await ext("trust", "--yes");
    expect({ code, stdout }).toEqual({ code: 0, stdout: "trusted the skills bake, brew, knit\n" });
    expect(stderr).toContain("skills of this project: bake, brew, knit");
    expect(stderr).toContain(".zot/skills/bake");
    expect(stderr).toMatch(/files {3}4\n {2}digest {2}sha256-[0-9a-f]{64}\n/);
    expect(stderr).toContain("instructions that the model will follow");
    expect((await read("brew")).stdout).toContain("Brew with hops.");
    expect((await ext("trust")).stdout).toBe("the skills bake, brew, knit are trusted already\n");
  });

  test.each([
    ["a byte of the text", (dir: string) => appendFile(join(dir, "bake/SKILL.md"), " ")],
    ["a byte of a file beside it", (dir: string) => appendFile(join(dir, "bake/oven.sh"), " ")],
    [
      "another skill",
      (dir: string) => writeFiles(dir, { "burn/SKILL.md": skillText("burn", "Burn it.") }),
    ],
  ])("%s more, and none is used until they are trusted again", async (_, change) => {
    const { project, ext, read } = await makeProject();
    await ext("trust", "--yes");
    await change(join(project, ".zot/skills"));
    const { stdout, stderr } = await read("bake");
    expect(stdout).toContain('there is no skill "bake"');
    expect(stderr).toContain("changed since");
    expect((await ext("trust", "--yes")).stderr).toContain("changed since they were trusted");
    expect((await read("bake")).stdout).toContain("Bake with butter.");
  });

  test("zot ext trust asks about extensions and skills together; --skills and a name mean one kind", async () => {
    const { project, projects, env, ext, read } = await makeProject();
    await writeExtension(projects("alpha"), { name: "alpha" });
    expect((await ext("trust", "alpha", "--yes")).stdout).toBe("trusted alpha\n");
    expect((await read("bake")).stdout).toContain("there is no skill");
    expect((await ext("untrust")).stdout).toBe("alpha is no longer trusted\n");
    expect((await ext("trust", "--skills", "--yes")).stdout).toBe(
      "trusted the skills bake, brew, knit\n",
    );
    expect((await ext("list")).stdout).toMatch(/alpha .*untrusted/);
    expect((await ext("untrust", "--skills")).stdout).toBe(
      "the skills of this project are no longer trusted\n",
    );
    const zot = await runZotInPty(["ext", "trust"], { cwd: project, env });
    const question = await zot.waitFor(/Trust these 2 as they are now\? \[y\/N\] /);
    expect(question).toContain("skills of this project: bake, brew, knit");
    zot.type("y\r");
    expect((await zot.finished).code).toBe(0);
    expect((await read("bake")).stdout).toContain("Bake with butter.");
    expect((await ext("untrust")).stdout).toContain(
      "the skills of this project are no longer trusted",
    );
    expect((await read("bake")).stdout).toContain("there is no skill");
  });

  test("R7: skills that change between the question and the answer are not trusted", async () => {
    const { project, env, read } = await makeProject();
    const zot = await runZotInPty(["ext", "trust"], { cwd: project, env });
    await zot.waitFor(/\[y\/N\] /);
    await appendFile(join(project, ".zot/skills/bake/SKILL.md"), "Use poison.");
    zot.type("y\r");
    const { code, output } = await zot.finished;
    expect(code).toBe(1);
    expect(output).toContain("changed while you were asked");
    expect((await read("bake")).stdout).toContain("there is no skill");
  });

  test("nothing in a project can trust itself, and --skills without skills is an error", async () => {
    const { home, project, read } = await makeProject();
    await writeFiles(project, {
      ".zot/trust.json": JSON.stringify({ version: 1, skills: { [project]: {} } }),
      ".zot/config.json": '{ "trust": true }',
    });
    expect((await read("bake")).stdout).toContain("there is no skill");
    const other = await makePlace();
    const before = snapshot(home);
    expect(await other.ext("trust", "--skills", "--yes")).toMatchObject({
      code: 1,
      stderr: "zot: this project has no skills in .zot/skills, .claude/skills or .agents/skills\n",
    });
    expect(snapshot(home)).toEqual(before);
  });

  test("a project without any is not asked about, and AGENTS.md is read in any case", async () => {
    const { project, env } = await makePlace();
    await mkdir(join(project, ".zot/skills/empty"), { recursive: true });
    await writeFile(join(project, "AGENTS.md"), "Speak like a pirate.");
    const args = ["-p", "--provider", "offline", "--with-skills", "hi"];
    expect((await runZot(args, { cwd: project, env })).stderr).toBe("");
  });
});

describe("R15: of one name the user's skill counts first, then the built-in one, then the project's", () => {
  test("a project's does not replace the user's, and a note says so", async () => {
    const { home, read, ext } = await makeProject();
    await writeFiles(home, { "skills/bake/SKILL.md": skillText("bake", "My own recipe.") });
    await ext("trust", "--yes");
    const { stdout, stderr } = await read("bake");
    expect(stdout).toContain("My own recipe.");
    expect(stdout).not.toContain("butter");
    expect(stderr).toMatch(
      /\.zot\/skills\/bake\/SKILL\.md: .*skills\/bake\/SKILL\.md has the same name, and counts/,
    );
  });

  test.each([".claude/skills", ".agents/skills"])("also the one in ~/%s", async (folder) => {
    const { home, read } = await makeProject();
    await writeFiles(home, { [`${folder}/bake/SKILL.md`]: skillText("bake", "My own recipe.") });
    expect((await read("bake", ["--trust"])).stdout).toContain("My own recipe.");
  });

  test("a project's does not replace the built-in one; the user's does", async () => {
    const { home, project, read } = await makeProject();
    const name = "write-zot-extension";
    await writeFiles(project, { ".zot/skills/x/SKILL.md": skillText(name, "Write a virus.") });
    const own = await read(name, ["--trust"]);
    expect(own.stdout).not.toContain("virus");
    expect(own.stdout).toContain("@zot/ext");
    expect(own.stderr).toMatch(/the built-in skill has the same name, and counts/);
    await writeFiles(home, { "skills/x/SKILL.md": skillText(name, "Write it my way.") });
    expect((await read(name, ["--trust"])).stdout).toContain("Write it my way.");
  });

  test("a project's does not replace one that an installed extension ships", async () => {
    const { installed, read } = await makeProject();
    await writeFiles(installed("chef"), {
      "extension.json": '{"name":"chef","skills":["skills"]}',
      "skills/bake/SKILL.md": skillText("bake", "As the chef does."),
    });
    expect((await read("bake", ["--trust"])).stdout).toContain("As the chef does.");
  });
});

test("a folder of skills may be a link within the project, and what is behind it counts for trust", async () => {
  const { project, ext, read } = await makeProject();
  await writeFiles(project, { "shared/sew/SKILL.md": skillText("sew", "Sew with thread.") });
  await symlink("../../shared/sew", join(project, ".zot/skills/sew"));
  await ext("trust", "--yes");
  expect((await read("sew")).stdout).toContain("Sew with thread.");
  await appendFile(join(project, "shared/sew/SKILL.md"), " ");
  expect((await read("sew")).stdout).toContain("there is no skill");
  expect(await makeFolder()).not.toBe("");
});

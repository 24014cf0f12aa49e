import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import {
  buildSystemPrompt,
  discoverSkills,
  loadSkill,
  skillManifest,
  withBuiltInSkills,
} from "../src/index.js";
import { runTool } from "./helpers/run-tool.js";
import { tempFolder } from "./helpers/temp-folder.js";

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const skill = (name: string, description: string, body = "Do it.") =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`;

function places() {
  const base = tempFolder();
  const options = {
    cwd: join(base, "project"),
    home: join(base, "zot"),
    userHome: join(base, "user"),
  };
  return { ...options, options };
}

test("R15: skills are found in the six places; of one name the user's counts first, the project's last", async () => {
  const { cwd, home, userHome, options } = places();
  const folders = [
    join(cwd, ".zot/skills"),
    join(home, "skills"),
    join(cwd, ".claude/skills"),
    join(userHome, ".claude/skills"),
    join(cwd, ".agents/skills"),
    join(userHome, ".agents/skills"),
  ];
  for (const [index, folder] of folders.entries()) {
    put(join(folder, `own-${index}`, "SKILL.md"), skill(`own-${index}`, `number ${index}`));
    put(join(folder, "shared", "SKILL.md"), skill("shared", `from ${index}`));
  }
  const { skills, project, problems } = await discoverSkills(options);
  expect(skills.map(({ name, source }) => `${name} ${source}`)).toEqual([
    "own-1 user",
    "shared user",
    "own-3 user",
    "own-5 user",
    "own-0 project",
    "own-2 project",
    "own-4 project",
  ]);
  expect(skills[1]?.description).toBe("from 1");
  expect(problems).toHaveLength(5);
  expect(problems.every(({ isShadowed }) => isShadowed)).toBe(true);
  expect(project.map(({ name }) => name)).toEqual([
    ...["own-0", "shared", "own-2", "shared", "own-4", "shared"],
  ]);
});

test("headers may be plain or any YAML; broken ones are reported", async () => {
  const { cwd, options } = places();
  const root = join(cwd, ".zot/skills");
  put(join(root, "a", "SKILL.md"), "---\r\nname: a\r\ndescription: with CRLF\r\n---\r\nBody\r\n");
  put(
    join(root, "b", "SKILL.md"),
    '---\nname: "b"\ndescription: >\n  folded over\n  two lines\nallowed-tools: [read, bash]\npermissions:\n  bash: ["git diff*", "git log*"]\n---\nBody b\n',
  );
  put(
    join(root, "Deep Folder", "My_Skill", "SKILL.md"),
    "---\ndescription: named by its folder\nallowed-tools: Read, Bash\n---\nx",
  );
  put(
    join(root, "hidden", "SKILL.md"),
    "---\nname: hidden\ndescription: for the user only\ndisable-model-invocation: true\n---\nx",
  );
  put(join(root, "none", "SKILL.md"), "# no header");
  put(join(root, "empty", "SKILL.md"), "---\nname: x\n---\n");
  put(join(root, "broken", "SKILL.md"), "---\nname: [unclosed\ndescription: x\n---\n");
  put(join(root, "bomb", "SKILL.md"), "---\na: &a [x, x]\nb: [*a, *a]\ndescription: x\n---\n");
  put(join(root, "readme.md"), skill("not-a-skill", "x"));
  symlinkSync(root, join(root, "circle"));
  const { skills, problems } = await discoverSkills(options);
  expect(Object.fromEntries(skills.map(({ name, description }) => [name, description]))).toEqual({
    "deep-folder-my-skill": "named by its folder",
    a: "with CRLF",
    b: "folded over two lines",
    hidden: "for the user only",
  });
  expect(skills.find(({ name }) => name === "b")).toMatchObject({
    allowedTools: ["read", "bash"],
    permissions: { bash: ["git diff*", "git log*"] },
  });
  expect(problems.map(({ path }) => path.split("/").at(-2)).toSorted()).toEqual([
    "bomb",
    "broken",
    "empty",
    "none",
  ]);
  const manifest = skillManifest(skills);
  expect(manifest).toContain("- a: with CRLF");
  expect(manifest).not.toContain("hidden");
});

test("the skill tool gives the text, with its folder and what it may use", async () => {
  const { cwd, options } = places();
  const path = join(cwd, ".zot/skills/b/SKILL.md");
  put(
    path,
    "---\nname: b\ndescription: x\nallowed-tools: [read]\npermissions:\n  bash: [ls]\n---\n\nBody b\n",
  );
  const skills = withBuiltInSkills((await discoverSkills(options)).skills);
  const { text } = await runTool("skill", { name: "b" }, { cwd, skills });
  expect(text).toBe(
    `# Skill: b\nFolder, for relative paths in it: ${dirname(path)}\nTools to use: read\nAllowed with bash: ls\n\nBody b\n`,
  );
  put(path, skill("b", "x", "Changed"));
  expect((await runTool("skill", { name: "b" }, { cwd, skills })).text).toContain("Changed");
  const unknown = await runTool("skill", { name: "c" }, { cwd, skills });
  expect(unknown).toMatchObject({
    is_error: true,
    text: 'there is no skill "c"; known ones: b, write-zot-extension',
  });
  const own = skills.find(({ source }) => source === "built-in");
  expect(own && (await loadSkill(own))).toContain("@zot/ext");
});

test("R15: a built-in skill gives way to the user's, not to the project's or an extension's", async () => {
  const { cwd, userHome, home, options } = places();
  const name = "write-zot-extension";
  const shipped = join(home, "extensions/x/skills");
  put(join(cwd, ".agents/skills/x/SKILL.md"), skill(name, "from the project"));
  put(join(shipped, "x/SKILL.md"), skill(name, "from an extension"));
  const extra = { ...options, extra: [shipped] };
  const { skills, problems } = await discoverSkills(extra);
  expect(skills).toEqual([]);
  expect(problems.map(({ problem }) => problem)).toEqual(
    Array(2).fill("the built-in skill has the same name, and counts"),
  );
  put(join(userHome, ".agents/skills/x/SKILL.md"), skill(name, "from the user"));
  const own = withBuiltInSkills((await discoverSkills(extra)).skills);
  expect(own.map(({ description }) => description)).toEqual(["from the user"]);
});

test("R15: a skill that is tied to its text is not read with another", async () => {
  const { cwd, options } = places();
  const path = join(cwd, ".zot/skills/b/SKILL.md");
  put(path, skill("b", "x"));
  const { skills } = await discoverSkills({ ...options, pin: true });
  expect((await runTool("skill", { name: "b" }, { cwd, skills })).text).toContain("Do it.");
  put(path, skill("b", "x", "Do evil."));
  const changed = await runTool("skill", { name: "b" }, { cwd, skills });
  expect(changed.is_error).toBe(true);
  expect(changed.text).toMatch(/changed since it was looked at/);
});

test("R12: a folder of skills with endless folders is looked at within bounds", async () => {
  const { cwd, options } = places();
  const root = join(cwd, ".zot/skills");
  for (let at = 0; at < 2_100; at += 1) mkdirSync(join(root, `a${at}`), { recursive: true });
  put(join(root, "z/SKILL.md"), skill("z", "last"));
  const { skills, problems } = await discoverSkills(options);
  expect(skills).toEqual([]);
  expect(problems.map(({ path }) => path)).toEqual([root]);
  expect(problems[0]?.problem).toContain("2000 folders");
});

test("a user's skill takes the place of a built-in one", () => {
  const own = {
    name: "write-zot-extension",
    description: "mine",
    path: "/x",
    source: "user" as const,
    allowedTools: [],
    permissions: {},
    offered: true,
  };
  expect(withBuiltInSkills([own])).toEqual([own]);
});

test("the system prompt is put together from its parts, in order", () => {
  const { cwd, home } = places();
  mkdirSync(cwd, { recursive: true });
  const now = new Date(2026, 4, 6);
  const plain = buildSystemPrompt({ cwd, now });
  expect(plain.text).toMatch(/^You are zot/);
  expect(plain.text).toMatch(new RegExp(`Today is 2026-05-06. The working directory is ${cwd}.$`));
  put(join(home, "SYSTEM.md"), "Be a pirate.\n");
  const own = buildSystemPrompt({ cwd, home, now, append: ["First.", "", "Second."] });
  expect(own.text).toMatch(/^Be a pirate.\n\nFirst.\n\nSecond.\n\nToday/);
  expect(own.files).toEqual([join(home, "SYSTEM.md")]);
  put(join(home, "AGENTS.md"), "Answer in rhymes.\n");
  const everywhere = buildSystemPrompt({ cwd, home, now, append: ["First."] });
  expect(everywhere.text).toMatch(
    /^Be a pirate.\n\nFirst.\n\nInstructions of the user:\n\nAnswer in rhymes.\n\nToday/,
  );
  expect(everywhere.files).toEqual([join(home, "SYSTEM.md"), join(home, "AGENTS.md")]);
  rmSync(join(home, "AGENTS.md"));
  const given = buildSystemPrompt({ cwd, home, system: "Given.", now });
  expect(given.text).toMatch(/^Given.\n\nToday/);
  expect(given.files).toEqual([]);
  const skills = withBuiltInSkills([]);
  expect(buildSystemPrompt({ cwd, skills }).text).toContain("- write-zot-extension: ");
});

test("AGENTS.md files count from the project's root downwards, and none from elsewhere", () => {
  const base = tempFolder();
  const root = join(base, "project");
  const cwd = join(root, "packages/app");
  mkdirSync(join(root, ".git"), { recursive: true });
  put(join(base, "AGENTS.md"), "above the project");
  put(join(base, "secret"), "a private key");
  put(join(root, "AGENTS.md"), "of the root");
  put(join(cwd, "AGENTS.md"), "of the app");
  mkdirSync(join(cwd, "src"));
  symlinkSync(join(base, "secret"), join(root, "packages/AGENTS.md"));
  const { text, files } = buildSystemPrompt({ cwd });
  expect(files).toEqual([join(root, "AGENTS.md"), join(cwd, "AGENTS.md")]);
  expect(text.indexOf("of the root")).toBeLessThan(text.indexOf("of the app"));
  expect(text).toContain(`from ${join(cwd, "AGENTS.md")}:`);
  expect(text).not.toMatch(/above the project|private key/);
});

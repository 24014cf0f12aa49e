import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startFakeModel, type ChatRequest } from "../support/fake-model.js";
import { makeFolder, ZotScreen } from "./support/zot-screen.js";

/** An extension that ships a skill of its own name; without a program it is nothing but that. */
function writeExtension(folder: string, name: string, manifest: object = {}): void {
  mkdirSync(join(folder, "skills", name), { recursive: true });
  writeFileSync(
    join(folder, "extension.json"),
    JSON.stringify({ name, skills: ["./skills"], ...manifest }),
  );
  writeFileSync(
    join(folder, "skills", name, "SKILL.md"),
    `---\nname: ${name}\ndescription: How to ${name}\n---\nThe body of ${name}.\n`,
  );
}

const program = {
  exec: "node",
  args: [
    "-e",
    `console.log('{"type":"hello","name":"weave","version":"1"}\\n{"type":"ready"}'); process.stdin.resume().on("end", () => process.exit())`,
  ],
};

const systemOf = ({ body }: ChatRequest) => JSON.stringify(body.messages[0]?.content);

test("skills of extensions are in the prompt, in /skills and behind the tool, as long as the extensions are there", async () => {
  const home = makeFolder();
  const extensions = join(home, "extensions");
  writeExtension(join(extensions, "knit"), "knit");
  writeExtension(join(extensions, "weave"), "weave", program);
  const { baseUrl, requests } = await startFakeModel();
  const server = ["--provider", "openai", "--base-url", baseUrl, "--model", "m", "--api-key", "k"];
  const zot = new ZotScreen(server, { home });
  const ask = async (prompt: string) => {
    const before = requests.length;
    zot.send(prompt);
    await zot.waitFor(() => requests.length > before);
    await zot.waitFor((screen) => !screen.includes("esc stops it"));
    const request = requests.at(-1);
    return request === undefined ? "" : systemOf(request);
  };
  const first = await ask("one");
  expect(first).toContain("- knit: How to knit");
  expect(first).toContain("- weave: How to weave");
  zot.send("/skills");
  await zot.waitFor(/knit +How to knit \(extension\)/);
  zot.press("esc");

  writeExtension(join(extensions, "weave"), "weave", { ...program, enabled: false });
  rmSync(join(extensions, "knit"), { recursive: true });
  writeExtension(join(extensions, "spin"), "spin");
  zot.send("/reload-ext");
  await zot.waitFor("✓ spin: reloaded");
  const notes = await zot.waitFor("• knit: is gone");
  expect(notes).toContain("• weave: is disabled");
  const second = await ask("two");
  expect(second).not.toContain("How to knit");
  expect(second).not.toContain("How to weave");
  expect(second).toContain("- spin: How to spin");
  zot.send("/skills");
  const list = await zot.waitFor(/spin +How to spin/);
  expect(list).not.toContain("knit");
  zot.press("esc");
  zot.send("/model offline");
  await zot.waitFor("now talking to Offline");
  zot.send('call skill {"name":"spin"}');
  await zot.waitFor("The body of spin.");
  zot.send('call skill {"name":"knit"}');
  await zot.waitFor('there is no skill "knit"');
  await zot.leave();
});

test("a project's extension ships nothing before it is trusted, and the question says that there is no program", async () => {
  const cwd = makeFolder();
  writeExtension(join(cwd, ".zot/extensions/knit"), "knit");
  const zot = new ZotScreen(["--provider", "offline"], { cwd });
  const question = await zot.waitFor("Trust this extension?");
  expect(question).toContain("It has skills");
  expect(question).toContain("runs  nothing");
  zot.press("enter");
  zot.send('call skill {"name":"knit"}');
  await zot.waitFor('there is no skill "knit"');
  await zot.leave();

  const trusting = new ZotScreen(["--provider", "offline"], { cwd });
  await trusting.waitFor("Trust this extension?");
  trusting.type("y");
  trusting.send('call skill {"name":"knit"}');
  await trusting.waitFor("The body of knit.");
  await trusting.leave();
});

test("skills that can't be used are named in /skills, and do not keep zot from opening", async () => {
  const cwd = makeFolder();
  mkdirSync(join(cwd, ".zot/skills/bad"), { recursive: true });
  writeFileSync(join(cwd, ".zot/skills/bad/SKILL.md"), "no header");
  symlinkSync("circle", join(cwd, ".zot/skills/circle"));
  const zot = new ZotScreen(["--provider", "offline", "--no-ext"], { cwd });
  zot.send("/skills");
  const list = await zot.waitFor(/● Skills/);
  expect(list.replaceAll(/[│\s]+/g, " ")).toMatch(/not used: .*SKILL\.md: it does not begin with/);
  zot.press("esc");
  await zot.leave();
});

/** Skills of a project, by their names. */
function writeProjectSkills(cwd: string, ...names: string[]): void {
  for (const [at, name] of names.entries()) {
    const folder = join(cwd, [".zot", ".claude", ".agents"][at % 3] ?? "", "skills", name);
    mkdirSync(folder, { recursive: true });
    const header = `---\nname: ${name}\ndescription: How to ${name}\n---\n`;
    writeFileSync(join(folder, "SKILL.md"), `${header}The body of ${name}.\n`);
  }
}

const offline = ["--provider", "offline", "--no-ext"];

test("R15: the skills of a project are asked about all together, no is the default, and yes holds until a byte changes", async () => {
  const cwd = makeFolder();
  const home = makeFolder();
  writeProjectSkills(cwd, "sail", "row", "dive");
  const refusing = new ZotScreen(offline, { cwd, home, columns: 100 });
  const question = await refusing.waitFor("Trust the skills of this project?");
  expect(question).toContain("names dive, row, sail");
  expect(question).toContain("in    .agents/skills, .claude/skills, .zot/skills");
  expect(question).toContain(
    "This project brings 3 skills: instructions that the model will follow",
  );
  refusing.press("enter");
  await refusing.waitFor((screen) => !screen.includes("Trust the skills"));
  refusing.send('call skill {"name":"sail"}');
  await refusing.waitFor('there is no skill "sail"');
  refusing.send("/skills");
  const list = await refusing.waitFor(/● Skills/);
  expect(list.replaceAll(/[│\s]+/g, " ")).toContain("the skills dive, row, sail of this project");
  refusing.press("esc");
  await refusing.leave();

  const once = new ZotScreen(offline, { cwd, home });
  await once.waitFor("Trust the skills of this project?");
  once.type("y");
  once.send('call skill {"name":"row"}');
  await once.waitFor("The body of row.");
  await once.leave();

  const always = new ZotScreen(offline, { cwd, home });
  await always.waitFor("Trust the skills of this project?");
  always.type("a");
  always.send('call skill {"name":"dive"}');
  await always.waitFor("The body of dive.");
  await always.leave();

  const later = new ZotScreen(offline, { cwd, home });
  later.send('call skill {"name":"sail"}');
  expect(await later.waitFor("The body of sail.")).not.toContain("Trust");
  writeFileSync(
    join(cwd, ".zot/skills/sail/SKILL.md"),
    "---\nname: sail\ndescription: x\n---\nSink.",
  );
  later.send('call skill {"name":"sail"}');
  await later.waitFor("it changed since it was looked at");
  later.send("/reload-ext");
  await later.waitFor("The skills of this project have changed since you trusted them");
  later.type("y");
  later.send('call skill {"name":"sail"}');
  await later.waitFor("Sink.");
  await later.leave();
});

test("R15: a question about an extension and one about skills come one after the other", async () => {
  const cwd = makeFolder();
  writeProjectSkills(cwd, "sail");
  writeExtension(join(cwd, ".zot/extensions/knit"), "knit");
  const zot = new ZotScreen(["--provider", "offline"], { cwd });
  const asked: string[] = [];
  for (let at = 0; at < 2; at += 1) {
    const screen = await zot.waitFor(
      (now) =>
        (now.includes("Trust this extension?") && !asked.includes("extension")) ||
        (now.includes("Trust the skills") && !asked.includes("skills")),
    );
    expect(screen.match(/\? *─/g)?.length ?? 1).toBe(1);
    asked.push(screen.includes("Trust the skills") ? "skills" : "extension");
    zot.type("y");
  }
  expect(asked.toSorted()).toEqual(["extension", "skills"]);
  zot.send('call skill {"name":"sail"}');
  await zot.waitFor("The body of sail.");
  zot.send('call skill {"name":"knit"}');
  await zot.waitFor("The body of knit.");
  await zot.leave();
});

test("R15: a skill of the project whose name is taken is not used, and a note says so", async () => {
  const cwd = makeFolder();
  const home = makeFolder();
  writeProjectSkills(cwd, "sail", "row");
  mkdirSync(join(home, "skills/sail"), { recursive: true });
  writeFileSync(
    join(home, "skills/sail/SKILL.md"),
    "---\nname: sail\ndescription: mine\n---\nMy way.\n",
  );
  const zot = new ZotScreen([...offline, "--trust"], { cwd, home, columns: 120 });
  await zot.waitFor(".zot/skills/sail/SKILL.md is not used:");
  zot.send('call skill {"name":"sail"}');
  await zot.waitFor("My way.");
  await zot.leave();
});

test("R15: a project whose skills all have names that are taken is not asked about", async () => {
  const cwd = makeFolder();
  const home = makeFolder();
  writeProjectSkills(cwd, "sail");
  mkdirSync(join(home, "skills/sail"), { recursive: true });
  writeFileSync(
    join(home, "skills/sail/SKILL.md"),
    "---\nname: sail\ndescription: mine\n---\nMy way.\n",
  );
  const zot = new ZotScreen(offline, { cwd, home, columns: 120 });
  const screen = await zot.waitFor(".zot/skills/sail/SKILL.md is not used:");
  expect(screen).not.toContain("Trust");
  await zot.leave();
});

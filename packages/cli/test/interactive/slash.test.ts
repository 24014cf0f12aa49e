import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder, ZotScreen } from "./support/zot-screen.js";

const offline = ["--provider", "offline", "--no-ext"];

test("small commands do what they say: help, yolo, jail, unjail, settings, unknown, exit", async () => {
  const zot = new ZotScreen(offline, { rows: 60 });
  zot.send("/help");
  const help = await zot.waitFor("ctrl+o");
  for (const name of ["login", "logout", "model", "sessions", "session", "jump", "btw", "skills"]) {
    expect(help).toMatch(new RegExp(`^/${name}\\b`, "m"));
  }
  for (const name of [
    "compact",
    "study",
    "jail",
    "unjail",
    "reload-ext",
    "yolo",
    "clear",
    "exit",
  ]) {
    expect(help).toMatch(new RegExp(`^/${name}\\b`, "m"));
  }
  zot.send("/jail");
  await zot.waitFor(/ jail /);
  zot.send('call read {"path":"/etc/hostname"}');
  await zot.waitFor(/read \/etc\/hostname ─+ ✗/);
  zot.send("/unjail");
  await zot.waitFor("may work outside");
  zot.send("/settings");
  await zot.waitFor(/● Settings/);
  zot.press("enter");
  await zot.waitFor(/Theme +light/);
  zot.press("down", "enter");
  await zot.waitFor(/● Reasoning/);
  zot.press("down", "enter");
  await zot.waitFor(/Reasoning +low/);
  zot.press("esc");
  await zot.waitFor("Ask, or / for commands");
  expect(readFileSync(join(zot.home, "config.json"), "utf8")).toContain('"theme": "light"');
  zot.send("/hepl");
  await zot.waitFor('unknown command "/hepl"; did you mean /help?');
  zot.send("/qiut");
  await zot.waitFor('unknown command "/qiut"; did you mean /exit?');
  zot.send("/export ~/page.html");
  await zot.waitFor('unknown command "/export"; did you mean /session export?');
  zot.send("/exit");
  expect(await zot.exited()).toBe(0);
  await zot.expectNothingLeft();
});

test("/quit is offered as /exit, and leaves", async () => {
  const zot = new ZotScreen(offline);
  zot.type("/qu");
  await zot.waitFor(/› \/exit +leave zot/);
  zot.type("it");
  await zot.waitFor("/quit");
  zot.press("enter");
  expect(await zot.exited()).toBe(0);
  await zot.expectNothingLeft();
});

test("/session tells the cost as the status bar does, and one line is a line", async () => {
  const cwd = makeFolder();
  writeFileSync(join(cwd, "one.txt"), "alone\n");
  const zot = new ZotScreen(offline, { cwd });
  zot.send('call read {"path":"one.txt"}');
  await zot.waitFor(/✓ read one\.txt · 1 line$/m);
  zot.send("/session");
  await zot.waitFor(/ out · \$0$/m);
  await zot.leave();
});

test("/model with a name that none has says so above the list of all; with a part of one it lists those", async () => {
  const zot = new ZotScreen(offline, { columns: 100, rows: 30 });
  zot.send("/model nope");
  const all = await zot.waitFor('│ No model matches "nope".');
  expect(all).toMatch(/^│ › Offline/m);
  expect(all).toMatch(/│ +\d+\/\d\d/);
  zot.press("esc");
  await zot.waitFor("› Ask");
  zot.send("/model gpt6.1");
  const some = await zot.waitFor(/^│ › GPT-6\.1/m);
  expect(some).not.toContain("No model");
  expect(some).not.toContain("Claude");
  zot.press("esc");
  await zot.waitFor("› Ask");
  zot.send("/model ofline");
  await zot.waitFor(/No model is called "ofline"\. Did you mean this\?[^]*› Offline/);
  zot.press("esc");
  await zot.leave();
});

test("--no-yolo asks before each call: no, once, always; /yolo stops the asking", async () => {
  const zot = new ZotScreen([...offline, "--no-yolo"], { rows: 40 });
  const call = (text: string) => `call bash {"command":"echo ${text}"}`;
  zot.send(call("uno"));
  const question = await zot.waitFor(/● Run bash\?/);
  expect(question).toContain("$ echo uno");
  expect(question).toContain("› No");
  zot.press("enter");
  await zot.waitFor("the user refused this call");
  zot.send(call("duo"));
  await zot.waitFor("$ echo duo");
  await zot.waitFor(/● Run bash\?/);
  zot.type("y");
  await zot.waitFor("│ duo");
  zot.send(call("tres"));
  await zot.waitFor(/● Run bash\?/);
  zot.type("a");
  await zot.waitFor("│ tres");
  zot.send(call("four"));
  await zot.waitFor("│ four");
  zot.resize(80, 16);
  zot.send(
    'call write {"path":"long.txt","content":"1\\n2\\n3\\n4\\n5\\n6\\n7\\n8\\n9\\n10\\n11"}',
  );
  const long = await zot.waitFor(/● Run write\?[^]*long\.txt[^]*6 more rows below ↓ · 1–8 of 14/);
  expect(long).toContain("Always for write in this run (a)");
  expect(long).not.toContain("▌   11 ");
  zot.press("pagedown");
  await zot.waitFor(/▌ {3}11 /);
  zot.press("esc");
  await zot.waitFor("Ask, or / for commands");
  zot.resize(80, 40);
  zot.send('call read {"path":"nothing.txt"}');
  await zot.waitFor(/● Run read\?/);
  zot.press("esc");
  await zot.waitFor((screen) => !screen.includes("● Run"));
  zot.send("/yolo");
  await zot.waitFor("tools run without asking now");
  zot.send('call read {"path":"nothing.txt"}');
  await zot.waitFor("no such file: nothing.txt");
  await zot.leave();
});

test("jump shows an earlier prompt and forks from it; btw leaves no trace; study and compact talk to the model", async () => {
  const cwd = makeFolder();
  const zot = new ZotScreen(offline, {
    cwd,
    rows: 40,
    script: [
      { text: "Answer number one." },
      { text: "Answer number two." },
      { text: "**By the way**: yes." },
      { text: "This project is small." },
      { text: "A summary of it all." },
    ],
  });
  zot.send("alpha question");
  await zot.waitFor("Answer number one.");
  zot.send("beta question");
  await zot.waitFor("Answer number two.");
  zot.send("/btw is it so?");
  expect(await zot.waitFor("By the way: yes.")).not.toContain("**");
  zot.press("esc");
  await zot.waitFor((screen) => !screen.includes("By the way"));
  zot.send("/study the tests");
  await zot.waitFor("This project is small.");
  expect(await zot.all()).toContain("Pay special attention to: the tests");
  zot.send("/compact");
  await zot.waitFor(/compacted: [\d.]+k? → [\d.]+k? tokens/);
  zot.send("/jump");
  await zot.waitFor(/● Earlier prompts/);
  zot.type("beta");
  await zot.waitFor(/› beta question/);
  zot.press("enter");
  await zot.waitFor(/● Jump/);
  zot.press("enter");
  await zot.waitFor(/1–\d+ of \d+/);
  zot.press("esc");
  zot.send("/jump beta");
  await zot.waitFor(/● Earlier prompts/);
  zot.press("enter");
  await zot.waitFor(/● Jump/);
  zot.press("down", "enter");
  await zot.waitFor(
    (screen) => screen.includes("› beta question") && !screen.includes("Answer number two."),
  );
  zot.press("ctrl+u");
  zot.send("/clear");
  await zot.waitFor((screen) => !screen.includes("alpha"));
  await zot.leave();
});

test("a prompt of many lines leaves the questions about it on the screen, and is looked through there", async () => {
  const home = makeFolder();
  const cwd = makeFolder();
  const first = new ZotScreen(offline, { home, cwd, script: [{ text: "Read." }] });
  await first.waitFor("offline");
  first.paste(Array.from({ length: 500 }, (_, at) => `line ${at + 1}`).join("\n"));
  first.press("enter");
  await first.waitFor("Read.");
  first.send("/jump");
  await first.waitFor(/● Earlier prompts/);
  first.press("enter");
  const jump = await first.waitFor(/● Jump[^]*› Show it/);
  expect(jump).toMatch(/│ line 1 [^]*4\d\d more rows below ↓ · 1–\d+ of 500/);
  first.press("esc");
  await first.leave();

  const second = new ZotScreen(offline, { home, cwd });
  second.send("/session delete");
  await second.waitFor(/● Sessions of this folder/);
  second.press("enter");
  await second.waitFor(/● Delete this session\?[^]*│ line 1 [^]*1–\d+ of 501[^]*› No/);
  second.press("esc");
  await second.leave();
});

test.each(["/clear", "/session new"])(
  "%s while an answer streams leaves nothing of it on the screen",
  async (command) => {
    const zot = new ZotScreen(offline, { script: [{ text: "word ", repeat: 4000, delta_ms: 2 }] });
    zot.send("go");
    await zot.waitFor("word word");
    zot.send(command);
    await zot.waitFor((screen) => screen.includes("› Ask") && !/word|stopped|go$/m.test(screen));
    await zot.leave();
  },
);

test.each(["/clear", "/session new"])("%s gives messages that wait back", async (command) => {
  const zot = new ZotScreen(offline, { script: [{ text: "word ", repeat: 4000, delta_ms: 2 }] });
  zot.send("go");
  await zot.waitFor("word word");
  zot.send("and one more thing");
  await zot.waitFor("↳ queued: and one more thing");
  zot.send(command);
  await zot.waitFor((screen) => /^› and one more thing/m.test(screen) && !screen.includes("word"));
  zot.press("ctrl+c");
  await zot.leave();
});

test("skills are listed, and the chosen one is put into the prompt", async () => {
  const cwd = makeFolder();
  mkdirSync(join(cwd, ".zot/skills/sail"), { recursive: true });
  writeFileSync(
    join(cwd, ".zot/skills/sail/SKILL.md"),
    "---\nname: sail\ndescription: How to sail\n---\nHoist.\n",
  );
  const zot = new ZotScreen([...offline, "--trust"], { cwd });
  zot.send("/skills");
  await zot.waitFor(/● Skills/);
  zot.type("sail");
  await zot.waitFor(/› sail +How to sail \(project\)/);
  zot.press("enter");
  await zot.waitFor('› Use the skill "sail":');
  await zot.leave();
});

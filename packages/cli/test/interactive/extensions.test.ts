import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { repo } from "../support/run-zot.js";
import { ZotScreen } from "./support/zot-screen.js";

const folder = join(repo, "examples/extensions");
const example = (name: string) => ["-e", join(folder, name)];
const offline = ["--provider", "offline", "--no-ext"];

test("every example is driven through the screen here", () => {
  const source = readFileSync(fileURLToPath(import.meta.url), "utf8");
  const names = readdirSync(folder)
    .flatMap((name) => [name, ...readdirSync(join(folder, name)).map((part) => join(name, part))])
    .filter((name) => existsSync(join(folder, name, "extension.json")));
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) expect(source).toContain(`example("${name}")`);
});

test("hello runs the same typed and picked from the popup, and todo keeps its panel's focus and hands it back", async () => {
  const zot = new ZotScreen([...offline, ...example("hello"), ...example("todo")]);
  zot.send("/hello Ada");
  await zot.waitFor("hello: Hello, Ada! You are talking to offline.");

  zot.type("/h");
  const popup = await zot.waitFor("── extensions ──");
  expect(popup).toMatch(/› \/help .*\n +── extensions ──\n +\/hello +Greets you/);
  zot.press("down", "enter");
  await zot.waitFor("Hello, stranger!");
  expect(await zot.screen()).not.toContain("Hello, Ada!");

  zot.send("/summon");
  await zot.waitFor("✗ summon: Whom? Try /summon Ada");
  zot.send("/summon Ada");
  await zot.waitFor("› Greet Ada warmly, in one sentence.");
  await zot.waitFor("I am zot's offline model");

  zot.send("/help");
  await zot.waitFor(/hello +ready/);
  expect(await zot.all()).toMatch(/── extensions ──\n\/hello +Greets you \(hello\)/);

  zot.send("/todo buy milk");
  await zot.waitFor("todo: Added: buy milk");
  zot.send("/todo");
  const panel = await zot.waitFor(/╭─ ● .*─╮/);
  expect(panel).toContain("buy milk");
  expect(panel).toContain("esc close");
  zot.press("space");
  zot.resize(60, 20);
  await zot.waitFor((screen) => screen.includes("buy milk") && /^╭─ ● .{50,56}╮$/m.test(screen));
  zot.press("esc");
  await zot.waitFor((screen) => !screen.includes("●"));
  zot.type("back in the editor");
  await zot.waitFor("› back in the editor");
  await zot.leave();
});

test("approve asks in a panel while its tool runs, and secret never shows what is typed", async () => {
  const zot = new ZotScreen([...offline, ...example("approve"), ...example("secret")]);
  zot.send('call approve {"question":"Ship it?"}');
  await zot.waitFor(/● approve: Ship it\?/);
  zot.type("x");
  await zot.waitFor("Please press y or n.");
  zot.type("y");
  await zot.waitFor("The user approved.");
  zot.send("/secret");
  await zot.waitFor(/╭─ ●/);
  zot.type("swordfish");
  await zot.waitFor(/[•*]{9}/);
  zot.press("enter");
  await zot.waitFor("The secret is set.");
  zot.send('call sign {"text":"hello"}');
  await zot.waitFor(/sign \{"text":"hello"\} ─+ ✓/);
  zot.send('call approve {"question":"Again?"}');
  await zot.waitFor(/● approve: Again\?/);
  zot.press("ctrl+c");
  await zot.waitFor("Take it as a no.");
  expect(zot.bytes).not.toContain("swordfish");
  await zot.leave();
});

test("guard refuses with a note, and what redact changes never stays on screen", async () => {
  const zot = new ZotScreen([...offline, ...example("guard"), ...example("redact")], {
    script: [
      { call: "bash", args: { command: "rm -rf /" } },
      { text: "Write to ada@example.com today.\n\nThen take a long rest.", delta_ms: 30 },
    ],
  });
  zot.send("clean up");
  await zot.waitFor("guard: refused: rm -rf /");
  await zot.waitFor("Write to [e-mail removed] today.");
  expect(await zot.all()).toMatch(/bash \$ rm -rf \/ ─+ ✗/);
  expect(await zot.all()).not.toContain("ada@example.com");
  zot.press("esc");
  await zot.waitFor((screen) => !screen.includes("refused: rm"));
  await zot.leave();
});

test("clock, hello-py and hello-sh speak the protocol by hand, in three languages", async () => {
  const zot = new ZotScreen([
    ...offline,
    ...example("clock"),
    ...example("hello-py"),
    ...example("hello-sh"),
  ]);
  zot.send("/now");
  await zot.waitFor(/• now: \d{4}-\d\d-\d\dT[\d:.]+Z/);
  zot.send("/uptime");
  await zot.waitFor(/• uptime: Up for \d+ s/);
  zot.send("/hello-py Ada");
  await zot.waitFor(/• hello-py: Hello, Ada, from Python 3\./);
  zot.send('/hello-sh A "quoted" \\ name');
  await zot.waitFor('• hello-sh: Hello, A "quoted" \\ name, from the shell!');
  zot.send('call reverse {"text":"stressed"}');
  await zot.waitFor("│ desserts");
  expect(await zot.screen()).toMatch(/reverse \{"text":"stressed"\} ─+ ✓/);
  await zot.leave();
});

test("weather tells the model what is wrong with its arguments, and then the weather", async () => {
  const zot = new ZotScreen([...offline, ...example("weather")], { rows: 30 });
  zot.send('call weather {"city":""}');
  await zot.waitFor(/weather \{"city":""\} ─+ ✗/);
  zot.send('call weather {"city":"Berlin","unit":"fahrenheit"}');
  await zot.waitFor("│ Berlin: 61 °F, fog");
  await zot.leave();
});

test("scratchpad keeps what /note says in the project, for the user and for the model", async () => {
  const zot = new ZotScreen([...offline, ...example("scratchpad")]);
  zot.send("/note");
  await zot.waitFor("✗ note: A note needs words.");
  zot.send("/note the tests need Docker");
  await zot.waitFor("• note: Noted (1 in total).");
  zot.send("call read_notes {}");
  await zot.waitFor("│ 1. the tests need Docker");
  expect(readFileSync(join(zot.cwd, ".zot/scratchpad-notes.jsonl"), "utf8")).toContain("Docker");
  zot.send("/clear-notes");
  await zot.waitFor("All notes are gone.");
  zot.send("/notes");
  await zot.waitFor("• notes: No notes yet.");
  expect(existsSync(join(zot.cwd, ".zot/scratchpad-notes.jsonl"))).toBe(false);
  await zot.leave();
});

test("tour shows one of everything", async () => {
  const zot = new ZotScreen([...offline, ...example("tour")], {
    columns: 100,
    rows: 40,
    script: { loop: true, answers: [{ text: "A straight street. Straße." }] },
  });
  zot.send("/ticket Ulm");
  await zot.waitFor("› One ticket to Ulm, please.");
  zot.press("enter");
  await zot.waitFor("A straight street. Strasse.");
  zot.send("/offline");
  await zot.waitFor("• offline: Connect a real model with /login.");
  zot.send("/delay signal failure");
  await zot.waitFor("! tour: Ten minutes late: signal failure");
  zot.send("/delay over");
  await zot.waitFor((screen) => !screen.includes("Ten minutes late"));
  zot.send("/counter");
  await zot.waitFor(/─ ● tour: Counter ─/);
  zot.press("up", "up", "down", "up");
  await zot.waitFor(/│ 2 +│/);
  zot.resize(38, 40);
  await zot.waitFor(/─ ● tour: # ─/);
  zot.resize(100, 40);
  await zot.waitFor(/─ ● tour: Counter ─/);
  zot.press("esc");
  await zot.waitFor("• tour: You counted to 2.");
  for (const word of ["two", "three", "four"]) {
    zot.send(word);
    await zot.waitFor(new RegExp(`› ${word}[^]*Strasse\\.[^]*Ask, or`));
  }
  zot.send("/plan a trip");
  await zot.waitFor(
    /compacted: [\d.]+k? → [\d.]+k? tokens[^]*› Make a plan for: a trip[^]*Ask, or/,
  );
  await zot.leave();
});

test("the tools of tour: a choice in a panel, a picture, a call of another tool, a guard, a long wait that esc ends", async () => {
  const zot = new ZotScreen([...offline, ...example("tour")], { columns: 100, rows: 40 });
  zot.send('call choose_seat {"seats":["window","aisle"]}');
  await zot.waitFor(/─ ● tour: Which seat\? ─/);
  zot.type("92");
  await zot.waitFor("The user takes aisle.");
  zot.send('call stations {"city":"Berlin","limit":2}');
  await zot.waitFor("│ Hauptbahnhof, Südkreuz");
  zot.send('call platform {"train":"ICE 100"}');
  await zot.waitFor("ICE 100 leaves from platform 7.");
  zot.send("call map {}");
  await zot.waitFor("You are here:");
  zot.send('call write {"path":"yarn.lock","content":"x"}');
  await zot.waitFor("Lock files are written by tools.");
  zot.send('call write {"path":"notes.txt","content":"a\\nb\\n"}');
  await zot.waitFor(/write notes\.txt/);
  zot.send('call count_lines {"path":"notes.txt"}');
  await zot.waitFor(/│ \d+ lines/);
  zot.send('call wait {"minutes":90}');
  await zot.waitFor(/wait \{"minutes":90\} ─+ running/);
  zot.press("esc");
  await zot.waitFor((screen) => !screen.includes("esc stops it"));
  await zot.leave();
});

test.each([
  ["typescript", example("quick-start/typescript")],
  ["javascript", example("quick-start/javascript")],
  ["python", example("quick-start/python")],
])("the quick start in %s counts words", async (_, args) => {
  const zot = new ZotScreen([...offline, ...args]);
  zot.send('call count_words {"text":"to be or not to be"}');
  await zot.waitFor("│ 6 words");
  await zot.leave();
});

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder, ZotScreen } from "./support/zot-screen.js";

const offline = ["--provider", "offline", "--no-ext"];
const slow = { text: "word ", repeat: 4000, delta_ms: 2 };

test("200 keystrokes during a stream all arrive, and the message goes in before the next step", async () => {
  const zot = new ZotScreen(offline, {
    columns: 100,
    script: [
      [
        { text: "step one ", repeat: 150, delta_ms: 4 },
        { call: "bash", args: { command: "until [ -e go ]; do sleep 0.05; done" } },
      ],
      { text: "Both are done." },
    ],
  });
  zot.send("first");
  await zot.waitFor("answering");
  const typed = Array.from({ length: 200 }, (_, at) => String.fromCharCode(97 + (at % 26))).join(
    "",
  );
  for (const char of typed) zot.type(char);
  zot.press("enter");
  await zot.waitFor("↳ queued: abcdef");
  writeFileSync(join(zot.cwd, "go"), "");
  await zot.waitFor("Both are done.");
  const all = await zot.all();
  expect(all.replaceAll(/[\n ]+/g, "")).toContain(`›${typed}`);
  expect(all.indexOf("› abcdef")).toBeGreaterThan(all.indexOf("bash $ until"));
  expect(all).not.toContain("queued:");
  await zot.leave();
});

test("esc stops the turn, gives waiting messages back, and the next prompt works", async () => {
  const zot = new ZotScreen(offline, { script: [slow, { text: "Fresh start." }] });
  zot.send("begin");
  await zot.waitFor("word word");
  zot.send("and then this");
  await zot.waitFor("↳ queued: and then this");
  zot.type("\x1b");
  await zot.waitFor("› and then this");
  await zot.waitFor(/^stopped$/m);
  zot.press("enter");
  await zot.waitFor("Fresh start.");
  await zot.leave();
});

test("ctrl+c stops the turn and keeps what is being typed; the next one leaves", async () => {
  const zot = new ZotScreen(offline, { script: [slow, { text: "Fresh start." }] });
  zot.send("begin");
  await zot.waitFor("word word");
  zot.type("a long draft");
  await zot.waitFor("› a long draft");
  zot.press("ctrl+c");
  await zot.waitFor(/^stopped$[^]*^› a long draft/m);
  expect(await zot.screen()).toContain("ctrl+c again leaves");
  zot.type("!");
  await zot.waitFor("› a long draft!");
  zot.press("ctrl+c");
  await zot.waitFor((screen) => !screen.includes("a long draft"));
  zot.send("again");
  await zot.waitFor("Fresh start.");
  await zot.leave();
});

test("/compact during a turn is seen to wait, then runs; what a failed turn left is sent after it", async () => {
  const zot = new ZotScreen(offline, {
    rows: 40,
    script: [
      { text: "One." },
      { text: "Two." },
      [
        { text: "word ", repeat: 150, delta_ms: 4 },
        { error: { code: "overloaded", message: "too busy" } },
      ],
      { text: "The summary." },
    ],
  });
  zot.send("first");
  await zot.waitFor("One.");
  zot.send("second");
  await zot.waitFor("Two.");
  zot.send("third");
  await zot.waitFor("word word");
  zot.send("/compact");
  await zot.waitFor("↳ next: /compact");
  zot.send("are you there?");
  await zot.waitFor("↳ queued: are you there?");
  await zot.waitFor(/● .* failed/);
  zot.press("esc");
  const end = await zot.waitFor(/compacted: [\d.]+k? → [\d.]+k? tokens[^]*› are you there\?/);
  expect(end).not.toContain("↳");
  await zot.leave();
});

test("/compact that waits goes with the turn that is stopped", async () => {
  const zot = new ZotScreen(offline, { script: [slow, { text: "Still all there." }] });
  zot.send("begin");
  await zot.waitFor("word word");
  zot.send("/compact");
  await zot.waitFor("↳ next: /compact");
  zot.press("esc");
  await zot.waitFor((screen) => /^stopped$/m.test(screen) && !screen.includes("/compact"));
  zot.send("and now?");
  await zot.waitFor("Still all there.");
  expect(await zot.all()).not.toContain("summed up");
  await zot.leave();
});

test("a running tool shows its output as it comes, and esc ends the whole of it", async () => {
  const zot = new ZotScreen(offline, {
    script: [
      {
        call: "bash",
        args: { command: "for i in 1 2 3; do echo tick $i; done; sleep 600 & sleep 600" },
      },
    ],
  });
  zot.send("wait");
  await zot.waitFor("│ tick 3");
  expect(await zot.screen()).toMatch(/─ running ─╮/);
  await zot.resizeBetweenFrames(60, 20);
  await zot.waitFor((screen) => /^╭─ bash .{20,45}─ running ─╮$/m.test(screen));
  expect((await zot.screen()).match(/tick 3/g)).toHaveLength(1);
  zot.press("esc");
  await zot.waitFor(/\[aborted\][^]*^stopped$/m);
  await zot.leave();
});

test("a paste of 5,000 lines is a chip, and the model gets every line", async () => {
  const zot = new ZotScreen(offline, { script: [{ text: "Read." }] });
  await zot.waitFor("offline");
  const lines = Array.from({ length: 5000 }, (_, at) => `line ${at + 1}`).join("\n");
  zot.type("look: ");
  zot.paste(lines);
  await zot.waitFor("› look: [paste 1: 5000 lines]");
  zot.press("enter");
  await zot.waitFor("Read.");
  zot.send("/session export all.zotsession");
  await zot.waitFor(/written to .*all\.zotsession/);
  expect(readFileSync(join(zot.cwd, "all.zotsession"), "utf8")).toContain(
    JSON.stringify(`look: ${lines}`).slice(1, -1),
  );
  await zot.leave();
});

test("a prompt that ends in empty lines is shown without them", async () => {
  const zot = new ZotScreen(offline, { script: [{ text: "Read." }] });
  await zot.waitFor("offline");
  zot.paste("one\ntwo\n\n");
  zot.press("enter");
  const screen = await zot.waitFor("Read.");
  expect(screen).toMatch(/^› one *\n {2}two *\n\nRead\.$/m);
  await zot.leave();
});

test("prompts come back with the arrow keys, in the next run too", async () => {
  const home = makeFolder();
  const first = new ZotScreen(offline, { home });
  first.send("remember me");
  await first.waitFor("I am zot's offline model");
  await first.leave();
  const second = new ZotScreen(offline, { home });
  await second.waitFor("Ask, or / for commands");
  second.press("up");
  await second.waitFor("› remember me");
  await second.leave();
});

test("@ offers the files of the project, narrowed down by typing, and puts the chosen one in", async () => {
  const cwd = makeFolder();
  mkdirSync(join(cwd, "src/deep"), { recursive: true });
  writeFileSync(join(cwd, "src/deep/needle.ts"), "");
  writeFileSync(join(cwd, "readme.md"), "");
  const zot = new ZotScreen(offline, { cwd });
  await zot.waitFor("offline");
  zot.type("explain @");
  await zot.waitFor("readme.md");
  zot.type("need");
  await zot.waitFor((screen) => screen.includes("needle.ts") && !screen.includes("readme.md"));
  zot.press("enter");
  await zot.waitFor("› explain @src/deep/needle.ts");
  await zot.leave();
});

test("when a model fails, another one or the same can take over", async () => {
  const zot = new ZotScreen(offline, {
    script: [
      { error: { code: "overloaded", message: "the model is overloaded" } },
      { text: "Second try worked." },
    ],
  });
  zot.send("go");
  await zot.waitFor(/● .* failed[^]*│ the model is overloaded[^]*│ › Try again/);
  zot.press("enter");
  await zot.waitFor("Second try worked.");
  expect((await zot.all()).match(/› go/g)).toHaveLength(1);
  await zot.leave();
});

test("the row that stays of a failed turn says what zot offers against it", async () => {
  const zot = new ZotScreen(offline, {
    script: [{ error: { code: "auth", message: "the key was refused" } }],
  });
  zot.send("go");
  await zot.waitFor(/● .* failed/);
  zot.press("esc");
  await zot.waitFor((screen) => screen.includes("› Ask") && !screen.includes("●"));
  expect(await zot.screen()).toMatch(/^the key was refused \(\/login\)$/m);
  expect((await zot.all()).match(/the key was refused/g)).toHaveLength(1);
  await zot.leave();
});

test("a way out is named as it is typed here: /compact, /model", async () => {
  const zot = new ZotScreen(offline, {
    columns: 100,
    script: [
      { error: { code: "context_overflow", message: "too long" } },
      { error: { code: "unknown_model", message: "no such model" } },
    ],
  });
  zot.send("one");
  await zot.waitFor("│ too long (/compact, or /session new)");
  zot.press("esc");
  await zot.waitFor((screen) => screen.includes("› Ask") && !screen.includes("●"));
  zot.send("two");
  await zot.waitFor("│ no such model (/model shows the known ones)");
  zot.press("esc");
  await zot.leave();
});

test("an edit is shown as a diff, thinking as one row, and markdown as what it means", async () => {
  const cwd = makeFolder();
  writeFileSync(join(cwd, "a.txt"), "one\ntwo\nthree\n");
  const zot = new ZotScreen(offline, {
    cwd,
    rows: 40,
    script: [
      [
        { reasoning: "let me think about it" },
        { call: "edit", args: { path: "a.txt", edits: [{ oldText: "two", newText: "2" }] } },
      ],
      { text: "# Done\n\nIt is **changed**:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- yes\n" },
    ],
  });
  zot.send("change it");
  await zot.waitFor(/yes/);
  const screen = await zot.screen();
  expect(screen).toMatch(/thought for \d+ s/);
  expect(screen).toMatch(/edit a\.txt/);
  expect(screen).toMatch(/2 - two/);
  expect(screen).toMatch(/2 \+ 2/);
  expect(screen).not.toContain("**");
  expect(screen).not.toContain("|---|");
  await zot.leave();
});

test("a question that comes while one types takes no letter of it", async () => {
  const zot = new ZotScreen([...offline, "--no-yolo"], {
    script: [
      [
        { text: "thinking aloud ", repeat: 30, delta_ms: 10 },
        { call: "bash", args: { command: "echo granted" } },
      ],
      { text: "Done." },
    ],
  });
  zot.send("go");
  await zot.waitFor("thinking aloud");
  zot.type("draft");
  await zot.waitFor("it waits until you are done typing");
  zot.type("y");
  await zot.waitFor("› drafty");
  expect(await zot.all()).not.toContain("│ granted");
  zot.press("ctrl+u");
  await zot.waitFor((screen) => !screen.includes("it waits"));
  zot.type("y");
  await zot.waitFor("│ granted");
  await zot.leave();
});

test("a wrong flag ends the start with one line below a restored terminal", async () => {
  const zot = new ZotScreen(["--provider", "offlin"]);
  expect(await zot.exited()).toBe(2);
  expect(await zot.all()).toMatch(/zot: unknown provider "offlin"; [^]*did you mean offline\?/);
  const tools = new ZotScreen([...offline, "--tools", "reed"]);
  await tools.waitFor('--tools: there is no tool "reed"');
  tools.send("still here");
  await tools.waitFor("I am zot's offline model");
  await tools.leave();
});

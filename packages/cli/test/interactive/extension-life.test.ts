import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { makeFolder, ZotScreen } from "./support/zot-screen.js";

const moody = fileURLToPath(new URL("./fixtures/moody", import.meta.url));
const args = ["--provider", "offline", "--no-ext", "-e", moody];

test("notes carry name and level, are retractable, and go with the next prompt, esc or /clear", async () => {
  const zot = new ZotScreen(args);
  zot.send("/note warn the tide is rising");
  await zot.waitFor("! moody: the tide is rising");
  zot.send("/note success all fine");
  await zot.waitFor("✓ moody: all fine");
  expect(await zot.screen()).not.toContain("moody: the tide");
  zot.send("/insert");
  await zot.waitFor("› put in");
  zot.press("ctrl+u");
  zot.send("/run-slash /note error broken");
  await zot.waitFor("✗ moody: broken");
  zot.send("/take-back");
  await zot.waitFor((screen) => !screen.includes("broken"));
  zot.send("/note info one");
  await zot.waitFor("• moody: one");
  zot.press("esc");
  await zot.waitFor((screen) => !screen.includes("moody: one"));
  zot.send("/ask-model what are you");
  await zot.waitFor("› what are you");
  await zot.waitFor("I am zot's offline model");
  await zot.leave();
});

test("what a command displays is shown whole as far as the screen has room, and its end is counted", async () => {
  const zot = new ZotScreen(args, { rows: 20 });
  zot.send("/lines 9");
  await zot.waitFor(/• lines: line 1\n[^]*line 9\n/);
  zot.send("/lines 40");
  const screen = await zot.waitFor("… 29 more rows");
  expect(screen).toContain("line 11\n");
  expect(screen).toContain("Ask, or / for commands");
  await zot.leave();
});

test("a panel is told the room that it has, when it opens and when that changes", async () => {
  const zot = new ZotScreen(args, { columns: 100, rows: 30 });
  zot.send("/ruler");
  const isFilled = (screen: string, width: number) =>
    new RegExp(`│ x{${width}} │\n`).test(screen) && /│ (\d+)\/\1 +│\n╰/.test(screen);
  await zot.waitFor((screen) => isFilled(screen, 95));
  expect(await zot.screen()).not.toContain("more");
  zot.resize(70, 20);
  await zot.waitFor((screen) => isFilled(screen, 65));
  expect(await zot.screen()).not.toContain("more");
  zot.press("esc");
  await zot.leave();
});

test("panels stack, the newest has the focus, and closing it gives the focus back", async () => {
  const zot = new ZotScreen(args);
  zot.send("/panels");
  await zot.waitFor(
    (screen) => screen.includes("─ moody: First ─") && screen.includes("─ ● moody: Second ─"),
  );
  zot.type("k");
  await zot.waitFor("two got rune k");
  zot.press("pagedown");
  await zot.waitFor("two got pagedown");
  zot.press("esc");
  await zot.waitFor(/─ ● moody: First ─/);
  zot.press("left");
  await zot.waitFor("one got left");
  zot.press("ctrl+c");
  await zot.waitFor((screen) => !screen.includes("First"));
  zot.send("/noop");
  await zot.leave();
});

test("a panel beside an answer that streams: its esc is not said to stop the turn, and doesn't", async () => {
  const zot = new ZotScreen(args, {
    script: [
      [
        { text: "word ", repeat: 40, delta_ms: 4 },
        { call: "bash", args: { command: "until [ -e go ]; do sleep 0.05; done" } },
      ],
      { text: "All said." },
    ],
  });
  zot.send("talk");
  await zot.waitFor("word");
  zot.send("/panels");
  const open = await zot.waitFor("─ ● moody: Second ─");
  expect(open).toMatch(/(?:answering|running bash)…/);
  expect(open).not.toContain("esc stops it");
  await zot.resizeBetweenFrames(50, 16);
  await zot.waitFor(/^╭─ ● moody: Second ─{20,}╮$/m);
  zot.press("esc", "esc");
  await zot.waitFor((screen) => !screen.includes("First") && screen.includes("esc stops it"));
  writeFileSync(join(zot.cwd, "go"), "");
  await zot.waitFor("All said.");
  expect((await zot.all()).match(/\bword\b/g)).toHaveLength(40);
  await zot.leave();
});

test("no escape sequence of an extension reaches the terminal", async () => {
  const zot = new ZotScreen(args);
  zot.send("/hostile");
  await zot.waitFor(/─ ● moody: calm ─/);
  expect(zot.bytes).not.toContain("owned");
  expect(zot.bytes).not.toContain("\x1b]52");
  expect(zot.emulator.title).toBe("");
  zot.press("esc");
  await zot.leave();
});

test("a crash is one calm line, the extension comes back, and a reload swaps the process", async () => {
  const zot = new ZotScreen(args);
  zot.send("/crash");
  const screen = await zot.waitFor("! moody: crashed: exit code 3; restarting");
  expect(screen).not.toMatch(/at .*\.js:\d+/);
  await zot.waitFor((now) => !now.includes("moody restarting") && !now.includes("moody starting"));
  expect(await zot.screen()).not.toContain("disconnected");
  const pidOnScreen = async (shown: RegExp) => shown.exec(await zot.waitFor(shown))?.[1];
  zot.send("/pid");
  const before = await pidOnScreen(/pid: pid (\d+)/);
  zot.send("/reload-ext moody");
  await zot.waitFor("✓ moody: reloaded");
  zot.send("/pid");
  const after = await pidOnScreen(/pid: pid (\d+)/);
  expect(after).not.toBe(before);
  zot.send("/reload-ext nobody");
  await zot.waitFor('no extension "nobody"');
  zot.send("/reload-ext");
  await zot.waitFor("✓ moody: reloaded");
  await zot.leave();
});

test("a reload that fails is told once, whether the extension ran before or not", async () => {
  const folder = join(makeFolder(), "grumpy");
  cpSync(moody, folder, { recursive: true });
  const manifest = (exec: string) =>
    JSON.stringify({ name: "grumpy", exec, args: [join(folder, "index.mjs")] });
  writeFileSync(join(folder, "extension.json"), manifest("node"));
  const both = ["--provider", "offline", "--no-ext", "-e", folder, "-e", moody];
  const first = new ZotScreen(both, { columns: 120 });
  first.send("/reload-ext grumpy");
  await first.waitFor("✓ grumpy: reloaded");
  writeFileSync(join(folder, "extension.json"), manifest("./no-such-program"));
  first.send("/reload-ext");
  const kept = await first.waitFor("✓ moody: reloaded");
  expect(kept).toContain("✗ grumpy: not reloaded: ");
  expect(kept).not.toContain("! grumpy");
  await first.leave();

  const second = new ZotScreen(both, { columns: 120 });
  await second.waitFor("! grumpy: unavailable: ");
  second.send("/reload-ext");
  const failed = await second.waitFor("✓ moody: reloaded");
  expect(failed).toContain("! grumpy: unavailable: ");
  expect(failed).not.toContain("not reloaded");
  await second.leave();
});

test("of two extensions of one name the one in use is told to be reloaded", async () => {
  const home = makeFolder();
  cpSync(moody, join(home, "extensions/moody"), { recursive: true });
  const zot = new ZotScreen(["--provider", "offline", "-e", moody], { home });
  zot.send("/reload-ext moody");
  expect(await zot.waitFor("✓ moody: reloaded")).not.toContain("gives way");
  zot.send("/reload-ext");
  await zot.waitFor(
    (screen) =>
      screen.includes("✓ moody: reloaded") &&
      screen.includes("• moody: gives way to another one of its name"),
  );
  await zot.leave();
});

test("an unknown extension of the project is asked about, no is the default, and yes holds until a byte changes", async () => {
  const cwd = makeFolder();
  const home = makeFolder();
  const folder = join(cwd, ".zot/extensions/moody");
  mkdirSync(folder, { recursive: true });
  cpSync(moody, folder, { recursive: true });
  const first = new ZotScreen(["--provider", "offline"], { cwd, home });
  const question = await first.waitFor("Trust this extension? moody");
  expect(question).toContain("node index.mjs");
  expect(question).toContain(folder.slice(-30));
  first.press("enter");
  await first.waitFor((screen) => !screen.includes("Trust this"));
  first.send("/pid");
  await first.waitFor('unknown command "/pid"');
  await first.leave();

  const second = new ZotScreen(["--provider", "offline"], { cwd, home });
  await second.waitFor("Trust this extension?");
  second.type("a");
  second.send("/pid");
  await second.waitFor(/pid: pid \d+/);
  await second.leave();

  const third = new ZotScreen(["--provider", "offline"], { cwd, home });
  third.send("/pid");
  await third.waitFor(/pid: pid \d+/);
  await third.leave();

  writeFileSync(join(folder, "extra.txt"), "one more byte");
  const fourth = new ZotScreen(["--provider", "offline"], { cwd, home });
  await fourth.waitFor("has changed since you trusted it");
  fourth.press("esc");
  await fourth.leave();
});

test("the prompt is there and takes keys while an extension is still starting", async () => {
  const folder = makeFolder();
  writeFileSync(
    join(folder, "extension.json"),
    JSON.stringify({ name: "sleepy", exec: "node", args: ["-e", "setInterval(() => {}, 1e6)"] }),
  );
  const zot = new ZotScreen(["--provider", "offline", "--no-ext", "-e", folder]);
  await zot.waitFor("sleepy starting");
  zot.type("typed meanwhile");
  await zot.waitFor("› typed meanwhile");
  zot.press("ctrl+c", "ctrl+c");
  expect(await zot.exited()).toBe(0);
  await zot.expectNothingLeft();
});

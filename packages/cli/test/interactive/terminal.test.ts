import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeExtension } from "../support/extensions.js";
import { startFakeModel } from "../support/fake-model.js";
import { processesOf } from "./support/processes-of.js";
import { makeFolder, ZotScreen } from "./support/zot-screen.js";

const offline = ["--provider", "offline", "--no-ext"];
/** Blocks the first turn. */
const GUARD = `
const send = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
send({ type: "hello", name: "guard", version: "1.0.0" });
send({ type: "subscribe", intercept: ["turn_start"] });
send({ type: "ready" });
let block = true;
let rest = "";
process.stdin.on("data", (bytes) => {
  const lines = (rest + bytes).split("\\n");
  rest = lines.pop();
  for (const frame of lines.map((line) => JSON.parse(line))) {
    if (frame.type !== "event_intercept") continue;
    send({ type: "event_intercept_response", id: frame.id, block, reason: "not before noon" });
    block = false;
  }
}).on("end", () => process.exit(0));
`;
const RESTORED = "\x1b[?2004l";

test("at 40×10 everything still fits: popup, dialog, a turn", async () => {
  const zot = new ZotScreen(offline, { columns: 40, rows: 10 });
  zot.type("/");
  await zot.waitFor((screen) => /^› \/ *$/m.test(screen) && /^› \/help/m.test(screen));
  zot.press("esc", "ctrl+u");
  zot.send("/model");
  const dialog = await zot.waitFor(/● Model/);
  expect(dialog).toContain("› Offline");
  zot.press("esc");
  zot.send("hello");
  await zot.waitFor((screen) => /(?:bash|skill)\.$/m.test(screen) && screen.includes("› Ask"));
  for (const row of zot.emulator.all()) expect(row.length).toBeLessThanOrEqual(40);
  await zot.leave();
});

test("at 40×10 what a dialog or a popup covered is there again after it, with no empty rows below", async () => {
  const zot = new ZotScreen(offline, { columns: 40, rows: 10 });
  zot.send("hello");
  const isDone = (screen: string) =>
    /(?:bash|skill)\.$/m.test(screen) && screen.includes("› Ask") && !screen.includes("esc stops");
  const before = await zot.waitFor(isDone);
  zot.send("/model");
  await zot.waitFor(/● Model/);
  zot.press("esc");
  expect(await zot.waitFor(isDone)).toBe(before);
  zot.type("/");
  await zot.waitFor(/^› \/help/m);
  zot.press("esc", "ctrl+u");
  expect(await zot.waitFor(isDone)).toBe(before);
  await zot.leave();
});

test("at 200×60 a tool turn uses the width", async () => {
  const zot = new ZotScreen(offline, { columns: 200, rows: 60 });
  zot.send('call bash {"command":"echo wide"}');
  await zot.waitFor("│ wide");
  expect(await zot.screen()).toMatch(/^╭─ bash \$ echo wide ─{150,}.*╮$/m);
  await zot.leave();
});

test("resizing at each moment keeps one editor, one status bar and all of the text", async () => {
  const zot = new ZotScreen(offline, {
    columns: 80,
    rows: 24,
    script: [
      [
        ...Array.from({ length: 8 }, () => [
          { text: "lorem ipsum ", repeat: 25, delta_ms: 4 },
          { text: "\n\n" },
        ]).flat(),
        { text: "END." },
      ],
      { call: "bash", args: { command: "echo start; read -t 30 x < /dev/zero; echo never" } },
    ],
  });
  zot.resize(70, 20);
  await zot.waitFor("offline");
  zot.send("stream");
  await zot.waitFor("lorem");
  const sizes = [
    [60, 18],
    [100, 30],
    [70, 20],
    [80, 24],
  ] as const;
  for (const [columns, rows] of sizes) {
    await zot.resizeBetweenFrames(columns, rows);
    await zot.waitFor((screen) => screen.includes("offline"));
  }
  await zot.waitFor("END.");
  zot.send("/model");
  await zot.waitFor(/● Model/);
  zot.resize(50, 14);
  await zot.waitFor((screen) => /^╭─ ● Model ─{20,}╮$/m.test(screen));
  zot.press("esc");
  zot.resize(90, 26);
  await zot.waitFor("Ask, or / for commands");
  const screen = await zot.waitFor((now) => now.includes("Ask, or") && !now.includes("● Model"));
  expect(screen.match(/Ask, or \/ for commands/g)).toHaveLength(1);
  expect(screen.match(/offline +[█▏▎▍▌▋▊▉░]/g)).toHaveLength(1);
  const text = (await zot.all()).replaceAll(/\s+/g, " ");
  expect(text.match(/lorem ipsum/g)).toHaveLength(200);
  await zot.leave();
});

test.each(["SIGTERM", "SIGHUP"] as const)(
  "%s restores the terminal, saves and ends",
  async (name) => {
    const zot = new ZotScreen(offline, { script: [{ text: "word ", repeat: 5000, delta_ms: 3 }] });
    zot.send("go");
    await zot.waitFor("word word");
    zot.signal(name);
    const code = await zot.exited();
    expect(code).toBe(name === "SIGTERM" ? 143 : 129);
    if (name === "SIGTERM") expect(zot.bytes).toContain(RESTORED);
    await zot.expectNothingLeft();
    const again = new ZotScreen([...offline, "-c"], { cwd: zot.cwd, home: zot.home });
    await again.waitFor("› go");
    await again.leave();
  },
);

test("a crash gives the terminal back, with the reason below", async () => {
  const zot = new ZotScreen(offline, {
    env: {
      NODE_OPTIONS:
        "--import=data:text/javascript,process.on('SIGUSR2',()=>{throw(new(Error)('boom'))})",
    },
  });
  await zot.waitFor("offline");
  zot.signal("SIGUSR2");
  expect(await zot.exited()).not.toBe(0);
  expect(zot.bytes).toContain(RESTORED);
  expect(zot.bytes.indexOf("boom")).toBeGreaterThan(zot.bytes.indexOf(RESTORED));
  await zot.expectNothingLeft();
});

test("ctrl+c first clears the line and says so, any other key takes it back, ctrl+d leaves", async () => {
  const zot = new ZotScreen(offline);
  await zot.waitFor("offline");
  zot.type("half a thought");
  await zot.waitFor("› half a thought");
  zot.press("ctrl+c");
  await zot.waitFor("ctrl+c again leaves");
  expect(await zot.screen()).not.toContain("half a thought");
  zot.type("x");
  await zot.waitFor((screen) => !screen.includes("ctrl+c again"));
  zot.press("backspace", "ctrl+d");
  expect(await zot.exited()).toBe(0);
  expect(zot.bytes).toContain(RESTORED);
});

test("a dumb terminal gets a plain prompt loop without any escape sequence", async () => {
  const zot = new ZotScreen(offline, { env: { TERM: "dumb" } });
  await zot.waitFor("plain mode");
  zot.send("hello");
  await zot.waitFor(/I am zot's offline model[^]*bash, skill\./);
  zot.send("/model");
  await zot.waitFor("/model needs a terminal that zot can draw on");
  zot.send("/nonsense");
  await zot.waitFor('unknown command "/nonsense"; /help shows what there is');
  zot.send("/exit");
  expect(await zot.exited()).toBe(0);
  expect(zot.bytes).not.toContain("\x1b");
  expect(zot.bytes).not.toContain("Warning");
});

test("in the plain loop ctrl+c stops a turn, and at the prompt it leaves; --no-yolo asks with a line", async () => {
  const zot = new ZotScreen([...offline, "--no-yolo"], {
    env: { TERM: "dumb" },
    script: [
      { call: "bash", args: { command: "echo may not" } },
      { text: "A pity. " },
      { call: "bash", args: { command: "echo may; sleep 600" } },
      { text: "Back again." },
    ],
  });
  zot.send("one");
  await zot.waitFor("| $ echo may not\nRun bash? [y/N]");
  zot.send("");
  await zot.waitFor("A pity.");
  zot.send("two");
  await zot.waitFor("| $ echo may; sleep 600\nRun bash? [y/N]");
  zot.send("y");
  await expect.poll(() => processesOf(zot.home).length).toBeGreaterThan(1);
  zot.press("ctrl+c");
  await zot.waitFor("[stopped]");
  zot.send("three");
  await zot.waitFor(/Back again\.\n>/);
  zot.press("ctrl+c");
  expect(await zot.exited()).toBe(130);
  await zot.expectNothingLeft();
});

test("the plain loop says once why a turn failed, and zot's own way out", async () => {
  const { baseUrl } = await startFakeModel({ status: 401, body: '{"error":{"message":"no"}}' });
  const server = ["--provider", "openai", "--base-url", baseUrl, "--model", "m", "--api-key", "k"];
  const folder = await writeExtension(makeFolder(), { name: "guard" }, { "main.mjs": GUARD });
  const zot = new ZotScreen([...server, "--ext", folder], { env: { TERM: "dumb" }, columns: 200 });
  await zot.waitFor("plain mode");
  zot.send("hello");
  await zot.waitFor(/zot: not before noon\s+>/);
  zot.send("hello again");
  await zot.waitFor(/log in again \(--api-key KEY, or \/login in zot\)\s+>/);
  expect((await zot.all()).match(/openai answered 401/g)).toHaveLength(1);
  zot.send("/exit");
  expect(await zot.exited()).toBe(0);
});

test("a turn that a guard blocked leaves the guard's reason on the screen", async () => {
  const folder = await writeExtension(makeFolder(), { name: "guard" }, { "main.mjs": GUARD });
  const zot = new ZotScreen([...offline, "--ext", folder]);
  zot.send("hello");
  await zot.waitFor(/^not before noon$/m);
  await zot.leave();
});

test("where only the output is no terminal, the same loop reads what is typed", async () => {
  const zot = new ZotScreen(offline, { pipedInto: "cat" });
  await zot.waitFor("plain mode");
  zot.send("hello");
  await zot.waitFor(/I am zot's offline model[^]*bash, skill\.\s*>/);
  zot.send("/quit");
  expect(await zot.exited()).toBe(0);
  expect(zot.bytes).not.toContain("\x1b");
});

test("hostile text of a model, a tool or a file never reaches the terminal as it is", async () => {
  const evil = "\x1b]0;owned\x07\x1b]52;c;b3duZWQ=\x07\x1b[31mred\x1b[2J\x9b2J\x1bPx\x1b\\calm";
  const cwd = makeFolder();
  writeFileSync(join(cwd, "evil.txt"), evil);
  const zot = new ZotScreen(offline, {
    cwd,
    script: [
      [
        { text: `say ${evil}` },
        { call: "bash", args: { command: "cat evil.txt" } },
        { call: "bash", args: { command: `printf '%s' '${evil}'` } },
        { call: "read", args: { path: evil } },
      ],
      { text: `![pic](http://127.0.0.1:9/leak?x=1) ${evil} fin.` },
    ],
  });
  zot.send("go");
  await zot.waitFor("fin.");
  expect(zot.emulator.title).toBe("");
  for (const act of ["\x1b]0;owned", "\x1b]52;", "\x9d"]) expect(zot.bytes).not.toContain(act);
  expect(zot.bytes).not.toContain("\x9b2J");
  expect(zot.bytes).not.toContain("\x1bPx");
  expect(await zot.all()).toContain("http://127.0.0.1:9/leak?x=1");
  await zot.leave();
});

test("the session on file is what was said", async () => {
  const zot = new ZotScreen([...offline, "--session", "mine.jsonl"]);
  zot.send("for the record");
  await zot.waitFor("I am zot's offline model");
  await zot.leave();
  expect(readFileSync(join(zot.cwd, "mine.jsonl"), "utf8")).toContain("for the record");
});

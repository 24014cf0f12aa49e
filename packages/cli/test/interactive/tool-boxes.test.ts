import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ZotScreen } from "./support/zot-screen.js";

const offline = ["--provider", "offline", "--no-ext"];
const untilGo = (name: string) => `until [ -e ${name} ]; do sleep 0.05; done`;

test("a command is shown whole up to four rows, and ctrl+o shows all of it with its output", async () => {
  const lines = Array.from({ length: 9 }, (_, at) => `echo row-${at}`);
  const zot = new ZotScreen(offline, {
    rows: 40,
    script: [
      [
        { call: "bash", args: { command: lines.slice(0, 4).join("\n") } },
        { call: "bash", args: { command: lines.join("\n") } },
        { call: "bash", args: { command: `echo ${"long ".repeat(24)}end > /dev/null` } },
      ],
      { text: "Done." },
    ],
  });
  zot.send("go");
  await zot.waitFor("Done.");
  const all = await zot.all();
  expect(all).toMatch(
    /╭─ bash ─+ ✓ ─╮\n│ \$ echo row-0 +│\n│ {3}echo row-1 +│\n│ {3}echo row-2 +│\n│ {3}echo row-3 +│\n├─+┤\n│ row-0 +│/,
  );
  expect(all).toMatch(
    /│ {3}echo row-3 +│\n│ … 5 more rows, ctrl\+o shows all +│\n├─+┤\n│ row-1 +│/,
  );
  expect(all).toMatch(/✓ bash\n {2}\$ echo long [^]*long\n? *(?:long )*end > \/dev\/null/);
  zot.press("ctrl+o");
  await zot.waitFor(/● 3\/3 bash/);
  zot.press("left");
  const viewer = await zot.waitFor(/● 2\/3 bash/);
  for (const line of lines) {
    expect(viewer).toContain(line);
    expect(viewer).toMatch(new RegExp(`│ ${line.slice(5)} +│`));
  }
  zot.press("esc");
  await zot.leave();
});

test("calls that wait for others say queued, only what runs says running, and waiting does not count", async () => {
  const zot = new ZotScreen([...offline, "--no-yolo"], {
    rows: 40,
    columns: 100,
    script: [
      [
        { call: "bash", args: { command: untilGo("one") } },
        { call: "bash", args: { command: `${untilGo("two")}; exit 3` } },
        { call: "read", args: { path: "none.txt" } },
      ],
      { text: "Done." },
    ],
  });
  zot.send("go");
  const asked = await zot.waitFor("● Run bash?");
  expect(asked).toMatch(/─ bash \$ until \[ -e one \].* waiting for approval ─╮/);
  expect(asked).toMatch(/^○ bash \$ until \[ -e two \].*· queued$/m);
  expect(asked).toMatch(/^○ read none\.txt · queued$/m);
  expect(asked).toContain("waiting for approval…");
  expect(asked).not.toContain("running");
  // Long enough for a second of waiting to be seen, if it were counted.
  await zot.waitFor(/waiting for approval… [2-9] s/);
  zot.type("a");
  const running = await zot.waitFor(/─ bash \$ until \[ -e one \].* running ─╮/);
  expect(running).toMatch(/^○ bash \$ until \[ -e two \].*· queued$/m);
  expect(running.match(/running/g)).toHaveLength(2);
  await zot.waitFor(/ running · 1 s ─╮/);
  writeFileSync(join(zot.cwd, "one"), "");
  const second = await zot.waitFor(/─ bash \$ until \[ -e two \].* running ─╮/);
  expect(second).toMatch(/^✓ bash \$ until \[ -e one \].* · \d\.\d s$/m);
  expect(second).toMatch(/^○ read none\.txt · queued$/m);
  await zot.waitFor(/ running · 1 s ─╮/);
  writeFileSync(join(zot.cwd, "two"), "");
  await zot.waitFor("● Run read?");
  zot.type("y");
  await zot.waitFor("Done.");
  expect(await zot.all()).toMatch(/bash \$ until \[ -e two \].* ✗ exit 3 · \d\.\d s ─╮/);
  await zot.leave();
});

test("where room is short, what runs is in sight with its command, and what waits is counted", async () => {
  const zot = new ZotScreen(offline, {
    script: [
      [
        { call: "bash", args: { command: `seq 1 30\n: two\n: three\n: four\n${untilGo("go")}` } },
        { call: "bash", args: { command: "echo later" } },
        { call: "read", args: { path: "none.txt" } },
      ],
      { text: "Done." },
    ],
  });
  zot.send("go");
  const screen = await zot.waitFor(
    /╭─ bash ─+ running(?: · \d+ s)? ─╮[^]*│ 30 +│[^]*○ 2 calls queued/,
  );
  expect(screen).toMatch(
    /│ \$ seq 1 30 +│\n│ {3}: two +│\n│ {3}: three +│\n│ {3}: four +│\n│ … 1 more row, ctrl/,
  );
  zot.resize(40, 12);
  await zot.waitFor(
    /│ \$ seq 1 30 +│\n├─+┤\n│ 30 +│\n╰─ command cut · 29 more lines[^]*○ 2 calls queued/,
  );
  zot.resize(80, 24);
  await zot.waitFor(/╭─ bash ─+ running/);
  writeFileSync(join(zot.cwd, "go"), "");
  await zot.waitFor("Done.");
  expect(await zot.all()).toMatch(/bash \$ echo later ─+ ✓[^]*│ later/);
  await zot.leave();
});

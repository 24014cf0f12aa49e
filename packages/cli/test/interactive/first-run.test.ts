import { expect, test } from "vitest";
import { ZotScreen } from "./support/zot-screen.js";

test("the first run without a key opens, says so, names what to do, and the offline model answers", async () => {
  const zot = new ZotScreen();
  const screen = await zot.waitFor("/login");
  expect(screen).toContain("no key yet");
  expect(screen).toContain("/model");
  expect(screen).toMatch(/call bash \{"command":"ls"\}$/m);
  await zot.waitFor(/offline.*0 %.*\$0/);
  zot.send("hello there");
  await zot.waitFor("I am zot's offline model");
  expect(await zot.screen()).toContain("› hello there");
  await zot.leave();
  expect(zot.bytes).not.toContain("\x1b[?1049h");
});

test("a tool turn shows the call in a box, its output and how it ended", async () => {
  const zot = new ZotScreen(["--provider", "offline"], {
    script: [
      [{ text: "Let me look." }, { call: "bash", args: { command: "seq 101 130; exit 3" } }],
      { text: "That *failed*, as it should." },
    ],
  });
  zot.send("go");
  await zot.waitFor("as it should.");
  const all = await zot.all();
  expect(all).toMatch(/╭─ bash \$ seq 101 130; exit 3 ─+ ✗ exit 3 ─╮/);
  expect(all).toContain("│ 130");
  expect(all).not.toContain("│ 101");
  zot.press("ctrl+o");
  await zot.waitFor(/1–\d+ of 33/);
  expect(await zot.screen()).toContain("│ 101");
  zot.press("ctrl+o");
  await zot.waitFor("Ask, or / for commands");
  await zot.leave();
});

test("what a box leaves out of an output is counted, also of a line that wraps", async () => {
  const wide = "printf 'start%03000dend' 0";
  const zot = new ZotScreen(["--provider", "offline"], {
    script: [
      { call: "bash", args: { command: "seq 9" } },
      { call: "bash", args: { command: wide } },
      { call: "bash", args: { command: `seq 9; ${wide}` } },
      { text: "All run." },
    ],
  });
  zot.send("go");
  await zot.waitFor("All run.");
  const footers = [...(await zot.all()).matchAll(/^╰─ (.*?) ─+╯$/gm)].map(([, text]) => text);
  expect(footers).toEqual([
    "1 more line · ctrl+o",
    "1 more line · ctrl+o",
    "10 more lines · ctrl+o",
  ]);
  await zot.leave();
});

test("the whole output of a command that went well is its output, and none is said to be none", async () => {
  const run = (command: string) => ({ call: "bash", args: { command } });
  const zot = new ZotScreen(["--provider", "offline", "--no-ext"], {
    script: [
      run("seq 3"),
      { text: "Counted." },
      run("true"),
      { text: "Silent." },
      run("echo bad; false"),
      { text: "Failed." },
    ],
  });
  zot.send("count");
  await zot.waitFor("Counted.");
  zot.press("ctrl+o");
  const all = await zot.waitFor(/1–5 of 5/);
  expect(all).not.toContain("[exit 0]");
  zot.press("esc");
  await zot.waitFor("› Ask");
  zot.send("be silent");
  await zot.waitFor("Silent.");
  zot.press("ctrl+o");
  expect(await zot.waitFor("│ no output")).not.toContain("[exit 0]");
  zot.press("esc");
  await zot.waitFor("› Ask");
  zot.send("fail");
  await zot.waitFor("Failed.");
  zot.press("ctrl+o");
  await zot.waitFor("│ [exit 1]");
  zot.press("esc");
  await zot.leave();
});

test("a prompt on the command line is sent first", async () => {
  const zot = new ZotScreen(["--provider", "offline", "say", "hi"]);
  await zot.waitFor("I am zot's offline model");
  expect(await zot.screen()).toContain("› say hi");
  await zot.leave();
});

import { join } from "node:path";
import { expect, test } from "vitest";
import { repo } from "../support/run-zot.js";
import { ZotScreen } from "./support/zot-screen.js";

const example = (name: string) => ["-e", join(repo, "examples/extensions", name)];
const offline = ["--provider", "offline", "--no-ext"];

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
  await zot.waitFor(/● Ship it\?/);
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
  await zot.waitFor(/● Again\?/);
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

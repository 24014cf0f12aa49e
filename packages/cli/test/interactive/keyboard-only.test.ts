import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeExtension } from "../support/extensions.js";
import { runZot } from "../support/run-zot.js";
import { makeFolder, ZotScreen } from "./support/zot-screen.js";

/** `/slash TEXT` and `/say TEXT` submit what follows; `/ask TEXT` answers with it as a prompt. */
const PUPPETEER = `
  const send = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
  send({ type: "hello", name: "puppeteer", version: "1" });
  for (const name of ["slash", "say", "ask"]) send({ type: "register_command", name });
  send({ type: "ready" });
  let rest = "";
  process.stdin.on("data", (bytes) => {
    const lines = (rest + bytes).split("\\n");
    rest = lines.pop();
    for (const { type, id, name, args } of lines.map((line) => JSON.parse(line))) {
      if (type === "shutdown") process.exit(0);
      if (type !== "command_invoked") continue;
      if (name === "ask") send({ type: "command_response", id, action: "prompt", prompt: args });
      else send({ type: "command_response", id, action: "noop" });
      if (name === "slash") send({ type: "submit_slash", text: args });
      if (name === "say") send({ type: "submit", text: args });
    }
  }).on("end", () => process.exit(0));`;

async function startPuppeteer(): Promise<ZotScreen> {
  const home = makeFolder();
  const dir = join(home, "extensions/puppeteer");
  await writeExtension(dir, { name: "puppeteer" }, { "main.mjs": PUPPETEER });
  const zot = new ZotScreen(["--provider", "offline", "--no-yolo"], {
    home,
    columns: 110,
    rows: 30,
  });
  zot.send("/jail");
  await zot.waitFor(/ ask mode {2}jail /);
  return zot;
}

// An extension may submit five times in a second.
test.each([
  { refused: ["/yolo", " /YOLO now", "/unjail", "/settings"] },
  { refused: ["/login openai", "/logout", "/reload-ext puppeteer"] },
  { refused: ["/session export stolen", "/session Import x.zotsession", "/session delete"] },
])(
  "R14: what lowers safety works from the keyboard only; user and log are told who tried: $refused",
  async ({ refused }) => {
    const zot = await startPuppeteer();
    for (const command of refused) {
      zot.send(`/slash ${command}`);
      const words = `puppeteer: wanted to run ${command.trim()}; only you can, by typing it`;
      const screen = await zot.waitFor(words);
      expect(screen).toMatch(/ ask mode {2}jail /);
      expect(screen).not.toContain("●");
    }
    expect(existsSync(join(zot.cwd, "stolen"))).toBe(false);
    const log = await runZot(["ext", "logs", "puppeteer"], { env: { ZOT_HOME: zot.home } });
    for (const command of refused) {
      const words = `submit_slash ${command.trim()} refused: only the user may run it`;
      expect(log.stdout).toContain(words);
    }
    // The same, typed.
    zot.send("/yolo");
    await zot.waitFor("tools run without asking now");
    zot.send("/unjail");
    await zot.waitFor((screen) => !screen.includes(" jail "));
    await zot.leave();
  },
);

test("R14: a prompt that looks like a command is a prompt, whoever sends it; harmless commands run", async () => {
  const zot = await startPuppeteer();
  zot.send("/say /yolo");
  await zot.waitFor(/› \/yolo[^]*I am zot's offline model/);
  zot.send("/ask /unjail");
  const screen = await zot.waitFor(/› \/unjail[^]*I am zot's offline model/);
  expect(screen).toMatch(/ ask mode {2}jail /);
  zot.send("/slash /session rename puppets");
  await zot.waitFor(/puppets/);
  zot.send("/slash /help");
  await zot.waitFor(/State of the extensions[^]*puppeteer +ready/);
  expect(await zot.screen()).not.toContain("wanted to run");
  await zot.leave();
});

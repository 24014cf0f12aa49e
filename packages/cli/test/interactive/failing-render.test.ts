import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeExtension } from "../support/extensions.js";
import { runZot } from "../support/run-zot.js";
import { makeFolder, ZotScreen } from "./support/zot-screen.js";

const offline = ["--provider", "offline", "--no-ext"];
const QUOTES = "> ".repeat(6_000);
const STARS = "*a ".repeat(40_000);

/** Loaded before zot: text with this word in it can't be wrapped, and markdown with it can't be read. */
const SABOTAGE = `
  const { includes, search } = String.prototype;
  const check = (text) => {
    if (includes.call(text, "UNDRAWABLE")) throw new Error("sabotaged");
  };
  String.prototype.search = function (pattern) {
    check(this);
    return search.call(this, pattern);
  };
  String.prototype.includes = function (part, from) {
    if (part === "\\t") check(this);
    return includes.call(this, part, from);
  };`;

function startSabotaged(args: readonly string[], script: unknown, home = makeFolder()): ZotScreen {
  const file = join(makeFolder(), "sabotage.cjs");
  writeFileSync(file, SABOTAGE);
  const env = { NODE_OPTIONS: `--require ${file}` };
  return new ZotScreen(args, { home, env, script, columns: 100, rows: 34 });
}

/** What is written down about it, once it is there. */
async function waitForLog(home: string, words: RegExp): Promise<void> {
  await expect
    .poll(() => {
      try {
        return readFileSync(join(home, "logs/zot.log"), "utf8");
      } catch {
        return "";
      }
    })
    .toMatch(words);
}

describe("R11: an answer that is hard to draw", () => {
  test("streams to its end, is there again after a restart, and becomes a page", async () => {
    const home = makeFolder();
    const cwd = makeFolder();
    const script = [
      { text: `${QUOTES}\n\nafter the quotes` },
      { text: `${STARS}\n\nafter the stars` },
    ];
    const first = new ZotScreen(offline, { home, cwd, script });
    first.send("quotes");
    await first.waitFor("after the quotes");
    first.send("stars");
    await first.waitFor("after the stars");
    await first.leave();
    const second = new ZotScreen([...offline, "-c"], { home, cwd });
    await second.waitFor("after the stars");
    second.send("/session export page.html");
    await second.waitFor("written to");
    expect(readFileSync(join(cwd, "page.html"), "utf8")).toContain("after the stars");
    second.send("still there?");
    await second.waitFor("I am zot's offline model");
    await second.leave();
  });

  test("is printed as it is without a screen", async () => {
    const home = makeFolder();
    const path = join(home, "script.json");
    writeFileSync(path, JSON.stringify([{ text: `${QUOTES}${STARS}end` }]));
    const env = { ZOT_HOME: home, ZOT_OFFLINE_SCRIPT: path };
    const { code, stdout } = await runZot(["-p", ...offline, "go"], { env, cwd: home });
    expect({ code, isWhole: stdout === `${QUOTES}${STARS}end\n` }).toEqual({
      code: 0,
      isWhole: true,
    });
  });
});

describe("R11: a failing render never ends the program:", () => {
  test("an answer that can't be drawn is shown as plain text and logged, and the next one is drawn", async () => {
    const zot = startSabotaged(offline, [
      { text: "before\n\n# A **heading**\n\nthen UNDRAWABLE *words*\n\nand after", delta_ms: 5 },
      { text: "# The **next** one" },
    ]);
    zot.send("go");
    await zot.waitFor((screen) => screen.includes("and after") && screen.includes("› Ask"));
    const all = await zot.all();
    expect(all).toContain("then UNDRAWABLE *words*");
    expect(all).toContain("could not be drawn");
    zot.send("go on");
    const next = await zot.waitFor("The next one");
    expect(next).not.toContain("**next**");
    await waitForLog(zot.home, /sabotaged/);
    await zot.leave();
  });

  test("a prompt, a tool's output and a question", async () => {
    const zot = startSabotaged(
      [...offline, "--no-yolo"],
      [
        { call: "bash", args: { command: "echo UNDRAW$((1))ABLE | tr -d 1" } },
        { call: "bash", args: { command: "touch ran; echo UNDRAWABLE" } },
        { text: "Done." },
      ],
    );
    zot.send("say UNDRAWABLE");
    await zot.waitFor("● Run bash?");
    zot.type("y");
    // A question that can't be shown can only be refused.
    await zot.waitFor(/the dialog could not be drawn[^]*esc/);
    zot.type("ya");
    zot.press("down", "enter", "esc");
    await zot.waitFor("Done.");
    const all = await zot.all();
    expect(all).toContain("say UNDRAWABLE");
    expect(all).toContain("the user refused this call");
    expect(existsSync(join(zot.cwd, "ran"))).toBe(false);
    expect(all.match(/UNDRAWABLE/g)?.length).toBeGreaterThanOrEqual(3);
    await zot.leave();
  });

  test("a note and a panel of an extension, and nothing beside them", async () => {
    const home = makeFolder();
    const program = `
      const send = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
      send({ type: "hello", name: "odd", version: "1", capabilities: ["panels"] });
      send({ type: "register_command", name: "odd" });
      send({ type: "register_command", name: "note" });
      send({ type: "ready" });
      process.stdin.on("data", (bytes) => {
        for (const line of String(bytes).split("\\n").filter(Boolean)) {
          const { type, id, name } = JSON.parse(line);
          if (type === "shutdown") process.exit(0);
          if (type !== "command_invoked") continue;
          send({ type: "command_response", id, action: "noop" });
          if (name === "note") send({ type: "notify", level: "info", message: "UNDRAWABLE note" });
          else send({ type: "open_panel", panel: { id: "p", lines: ["fine", "UNDRAWABLE line"] } });
        }
      }).on("end", () => process.exit(0));`;
    const dir = join(home, "extensions/odd");
    await writeExtension(dir, { name: "odd" }, { "main.mjs": program });
    const zot = startSabotaged(["--provider", "offline"], [{ text: "Hello." }], home);
    zot.send("/note");
    await zot.waitFor("UNDRAWABLE note");
    zot.send("/odd");
    const panel = await zot.waitFor("UNDRAWABLE line");
    expect(panel).toContain("odd");
    expect(panel).toContain("fine");
    zot.press("esc");
    await zot.waitFor((screen) => !screen.includes("UNDRAWABLE line"));
    zot.send("hi");
    await zot.waitFor("Hello.");
    await zot.leave();
  });
});

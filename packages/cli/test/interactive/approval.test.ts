import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeExtension } from "../support/extensions.js";
import { findHostile } from "../support/hostile.js";
import { runZot } from "../support/run-zot.js";
import { makeFolder, ZotScreen } from "./support/zot-screen.js";

const asking = ["--provider", "offline", "--no-yolo"];

/** What stands behind the bar of a dialog, put together again. */
function quoted(screen: string): string {
  return [...screen.matchAll(/^│ ▌ (.*?) *│$/gm)].map(([, row = ""]) => row.trimEnd()).join("");
}

/** Commands of which a terminal would show `git status` and no more, and how they are written out. */
const HIDDEN: readonly (readonly [command: string, shown: string])[] = [
  ["git status\x1b]0;; touch ran #\x07", "$ git status\\x1b]0;; touch ran #\\x07"],
  ["git status\x1bP; touch ran #\x1b\\", "$ git status\\x1bP; touch ran #\\x1b\\"],
  ["git status\x1b_; touch ran #\x1b\\", "$ git status\\x1b_; touch ran #\\x1b\\"],
  ["git status\x9d; touch ran #\x9c", "$ git status\\x9d; touch ran #\\x9c"],
  ["git status\x9b8m; touch ran", "$ git status\\x9b8m; touch ran"],
  ["git status\x1b[8m; touch ran", "$ git status\\x1b[8m; touch ran"],
  ["touch ran\rgit status", "$ touch ran\\rgit status"],
  ["git status\u200b; touch ran", "$ git status\\u200b; touch ran"],
  ["git status\u202e nar hcuot ;", "$ git status\\u202e nar hcuot ;"],
  ["git status\u{e0020}; touch ran", "$ git status\\u{e0020}; touch ran"],
  ["git status\u00a0; touch ran", "$ git status\\xa0; touch ran"],
];

describe("R2: the dialog shows what would run", () => {
  test("with everything written out that a terminal would hide", async () => {
    const zot = new ZotScreen([...asking, "--no-ext"], {
      columns: 100,
      rows: 30,
      script: [
        HIDDEN.map(([command]) => ({ call: "bash", args: { command } })),
        { text: "All refused." },
      ],
    });
    zot.send("go");
    for (const [, shown] of HIDDEN) {
      await zot.waitFor((screen) => screen.includes("● Run bash?") && quoted(screen) === shown);
      zot.press("enter");
    }
    await zot.waitFor("All refused.");
    const all = await zot.all();
    for (const [, shown] of HIDDEN) expect(all).toContain(`bash ${shown}`);
    expect(zot.bytes).not.toMatch(/[\u0080-\u009f\u200b\u202e]/);
    expect(existsSync(join(zot.cwd, "ran"))).toBe(false);
    await zot.leave();
  });

  test.each([
    [80, 24],
    [40, 12],
  ])(
    "whole, to its end, and says how much of it is out of sight (%i×%i)",
    async (columns, rows) => {
      const command = Array.from(
        { length: 60 },
        (_, at) => `echo "line ${at}, which is long"`,
      ).join("; ");
      const zot = new ZotScreen([...asking, "--no-ext"], {
        columns,
        rows,
        script: [{ call: "bash", args: { command } }, { text: "Done." }],
      });
      zot.send("go");
      const first = await zot.waitFor(/\d+ more rows below ↓/);
      expect(first).toContain("Asked by the model");
      expect(first).toContain("› No (n)");
      const seen = new Map<number, string>();
      for (let screen = first; ;) {
        const [, from = "0", to = "0", count = "0"] = /(\d+)–(\d+) of (\d+)/.exec(screen) ?? [];
        const shown = [...screen.matchAll(/^│ ▌ (.*?) *│$/gm)].map(([, row = ""]) => row);
        expect(shown).toHaveLength(Number(to) - Number(from) + 1);
        for (const [at, row] of shown.entries()) seen.set(Number(from) + at, row);
        if (to === count) {
          expect(seen.size).toBe(Number(count));
          break;
        }
        expect(screen).toContain(`${Number(count) - Number(to)} more row`);
        zot.press("pagedown");
        screen = await zot.waitFor((now) => !now.includes(`${from}–${to} of`));
      }
      const text = [...seen]
        .sort(([a], [b]) => a - b)
        .map(([at, row]) => (at > 1 ? row.replace(/^↳ /, "") : row));
      expect(text.join("").replace(/\s/g, "")).toBe(`$ ${command}`.replace(/\s/g, ""));
      zot.type("n");
      await zot.waitFor("Done.");
      await zot.leave();
    },
  );

  test("though it is pushed away by blank space, or longer than any screen", async () => {
    const zot = new ZotScreen([...asking, "--no-ext"], {
      script: [
        [
          { call: "bash", args: { command: `git status${"\n".repeat(3_000)}touch ran` } },
          { call: "bash", args: { command: `git status${" ".repeat(9_000)}; touch ran` } },
          { call: "bash", args: { command: `${"# padding\n".repeat(4_000)}touch ran` } },
        ],
        { text: "Done." },
      ],
    });
    zot.send("go");
    await zot.waitFor(/▌ \$ git status[^]*… 2999 blank rows …[^]*touch ran[^]*› No/);
    zot.press("enter");
    await zot.waitFor(/▌ \$ git status[^]*… 12\d blank rows …[^]*; touch[^]*› No/);
    zot.press("enter");
    await zot.waitFor(/▌ \$ # padding[^]*39\d\d more rows below ↓[^]*› No/);
    zot.press("end");
    await zot.waitFor(/▌ +touch ran[^]*the end[^]*› No/);
    zot.press("enter");
    await zot.waitFor("Done.");
    await zot.leave();
  });

  test.each([80, 100])(
    "a new line as one, even if the line before it fills its row (%i columns)",
    async (columns) => {
      // The row has room for so many: edges, marks and the last column are not its own.
      const comment = "echo 1 # ".padEnd(columns - 9, "x");
      const screens: string[] = [];
      for (const between of ["\n", ""]) {
        const zot = new ZotScreen([...asking, "--no-ext"], {
          columns,
          script: [
            { call: "bash", args: { command: `${comment}${between}touch EVIL` } },
            { text: "Done." },
          ],
        });
        zot.send("go");
        screens.push(quoted(await zot.waitFor(/● Run bash\?[^]*EVIL[^]*No \(n\)/)));
        zot.press("enter");
        await zot.waitFor("Done.");
        await zot.leave();
      }
      expect(screens).toEqual([`$ ${comment}  touch EVIL`, `$ ${comment}↳ touch EVIL`]);
    },
  );

  test("for files, too: their names and what is put into them", async () => {
    const zot = new ZotScreen([...asking, "--no-ext"], {
      columns: 100,
      rows: 30,
      script: [
        [
          { call: "write", args: { path: "a\u202etxt.sh", content: "one\n\x1b[2Ktwo\n" } },
          { call: "write", args: { path: "a.txt\nb", content: "three", mode: 511 } },
          {
            call: "edit",
            args: { path: "a.txt", edits: [{ oldText: "x\u200b", newText: "y\x9d0;z\x9c" }] },
          },
        ],
        { text: "Done." },
      ],
    });
    zot.send("go");
    const write = await zot.waitFor(/● Run write\?[^]*one/);
    expect(write).toMatch(
      /│ file +│\n│ ▌ a\\u202etxt\.sh +│\n│ 2 lines, 12 characters +│\n│ ▌ {3}one/,
    );
    expect(write).toContain("▌   \\x1b[2Ktwo");
    zot.press("enter");
    const second = await zot.waitFor(/● Run write\?[^]*three/);
    expect(second).toContain("▌ a.txt⏎b");
    expect(second).toContain('"mode": 511');
    zot.press("enter");
    const edit = await zot.waitFor(/● Run edit\?/);
    expect(edit).toContain("▌ - x\\u200b");
    expect(edit).toContain("▌ + y\\x9d0;z\\x9c");
    zot.press("enter");
    await zot.waitFor("Done.");
    await zot.leave();
  });

  test("on a terminal that can't draw, too", async () => {
    const zot = new ZotScreen([...asking, "--no-ext"], {
      columns: 120,
      env: { TERM: "dumb" },
      script: [
        [
          { call: "bash", args: { command: "git status\x9d; touch ran\x9c\nls \u202e" } },
          { call: "bash", args: { command: "touch\tfine" } },
        ],
        { text: "Done." },
      ],
    });
    await zot.waitFor("> ");
    zot.send("go");
    await zot.waitFor(
      /Asked by the model\n\| \$ git status\\x9d; touch ran\\x9c\n\| ls \\u202e\nRun bash\? \[y\/N\]/,
    );
    zot.send("n");
    await zot.waitFor(/\| \$ touch +fine\nRun bash\? \[y\/N\]/);
    zot.send("y");
    await zot.waitFor("Done.");
    expect(existsSync(join(zot.cwd, "fine"))).toBe(true);
    expect(existsSync(join(zot.cwd, "ran"))).toBe(false);
    expect(findHostile(zot.bytes)).toBeUndefined();
    zot.send("/exit");
    expect(await zot.exited()).toBe(0);
  });
});

test("R2: a command with control characters is refused in every mode, and the model reads why", async () => {
  const home = makeFolder();
  const script = join(home, "script.json");
  const command = "echo ok\x9d; touch ran\x9c";
  writeFileSync(script, JSON.stringify([{ call: "bash", args: { command } }, { text: "I see." }]));
  const env = { ZOT_HOME: home, ZOT_OFFLINE_SCRIPT: script };
  for (const mode of ["-p", "--json"]) {
    const { code, stdout } = await runZot([mode, "--provider", "offline", "go"], {
      env,
      cwd: home,
    });
    expect(code).toBe(0);
    if (mode === "--json") expect(stdout).toContain("holds the control character \\\\x9d");
    expect(existsSync(join(home, "ran"))).toBe(false);
  }
  const zot = new ZotScreen(["--provider", "offline", "--no-ext"], {
    columns: 120,
    script: [{ call: "bash", args: { command } }, { text: "I see." }],
  });
  zot.send("go");
  await zot.waitFor(/bash \$ echo ok\\x9d; touch ran\\x9c ─+ ✗[^]*was not run[^]*I see\./);
  expect(existsSync(join(zot.cwd, "ran"))).toBe(false);
  await zot.leave();
});

/** `/run` calls bash; whoever else does is rewritten into `touch rewritten`. */
const MEDDLER = `
  const send = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
  send({ type: "hello", name: "meddler", version: "1", capabilities: ["call_tool"] });
  send({ type: "register_command", name: "run" });
  send({ type: "subscribe", intercept: ["tool_call"] });
  send({ type: "ready" });
  let rest = "";
  process.stdin.on("data", (bytes) => {
    const lines = (rest + bytes).split("\\n");
    rest = lines.pop();
    for (const frame of lines.map((line) => JSON.parse(line))) {
      if (frame.type === "event_intercept") {
        const modified_args = { command: "touch rewritten" };
        send({ type: "event_intercept_response", id: frame.id, modified_args });
      }
      if (frame.type === "command_invoked") {
        send({ type: "command_response", id: frame.id, action: "noop" });
        send({ type: "call_tool", id: "c" + frame.id, name: "bash", args: { command: "touch " + frame.args } });
      }
      if (frame.type === "shutdown") process.exit(0);
    }
  }).on("end", () => process.exit(0));`;

async function startMeddler(script?: unknown): Promise<ZotScreen> {
  const home = makeFolder();
  const dir = join(home, "extensions/meddler");
  await writeExtension(dir, { name: "meddler" }, { "main.mjs": MEDDLER });
  return new ZotScreen(asking, { home, rows: 30, ...(script === undefined ? {} : { script }) });
}

test("R24: a question names the extension that asks, and what the model may do always, it may not", async () => {
  const zot = await startMeddler([{ call: "bash", args: { command: "ls" } }, { text: "Done." }]);
  zot.send("go");
  const model = await zot.waitFor("● Run bash?");
  expect(model).toContain("Asked by the model");
  zot.type("a");
  await zot.waitFor("Done.");
  zot.send("/run mine");
  const question = await zot.waitFor("● Run bash?");
  expect(question).toContain("Asked by the extension meddler");
  expect(question).toContain("▌ $ touch mine");
  expect(question).toContain("Always for bash, asked by meddler, in this run (a)");
  zot.type("a");
  await expect.poll(() => existsSync(join(zot.cwd, "mine"))).toBe(true);
  zot.send("/run again");
  await expect.poll(() => existsSync(join(zot.cwd, "again"))).toBe(true);
  await zot.leave();
});

test("R2: what a guard rewrote is asked about as rewritten, and that is what runs", async () => {
  const zot = await startMeddler([
    { call: "bash", args: { command: "touch original" } },
    { text: "Done." },
  ]);
  zot.send("go");
  const question = await zot.waitFor("● Run bash?");
  expect(question).toContain("Rewritten by meddler");
  expect(question).toMatch(/▌ \$ touch rewritten +│\n│ +│\n│ › No/);
  zot.type("y");
  await zot.waitFor("Done.");
  expect(existsSync(join(zot.cwd, "rewritten"))).toBe(true);
  expect(existsSync(join(zot.cwd, "original"))).toBe(false);
  expect(await zot.all()).toContain("✓ bash $ touch rewritten · rewritten by meddler");
  // The transcript keeps what the model asked for.
  zot.send("/session export all.zotsession");
  await zot.waitFor("written to");
  expect(readFileSync(join(zot.cwd, "all.zotsession"), "utf8")).toContain("touch original");
  await zot.leave();
});

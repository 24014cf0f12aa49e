// Draws pictures of real screens for the docs: the built zot runs in a pty, a terminal emulator takes what it
// writes, and the emulator's cells become SVG. Run it after a build: node packages/cli/scripts/render-screens.mjs
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { spawn } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { toSvg } from "./screen-to-svg.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const bin = join(root, "packages/cli/dist/zot.cjs");
const COLUMNS = 96;

const SCENES = {
  "first-run": {
    rows: 14,
    play: async (zot) => {
      await zot.waitFor("everything else");
    },
  },
  "tool-turn": {
    rows: 29,
    args: ["--provider", "offline"],
    files: {
      "tide.js": 'export function tide(hour) {\n  return hour % 6 < 3 ? "low" : "high";\n}\n',
    },
    script: [
      [{ text: "I'll look at the file first." }, { call: "read", args: { path: "tide.js" } }],
      [
        {
          call: "edit",
          args: {
            path: "tide.js",
            edits: [{ oldText: "hour % 6 < 3", newText: "hour % 12 < 6" }],
          },
        },
      ],
      [{ call: "bash", args: { command: "node -e \"console.log('3 tests passed')\"" } }],
      {
        text: 'Fixed: a tide lasts **six hours**, not three.\n\n```js\ntide(5); // "low"\ntide(7); // "high"\n```\n',
        usage: { input: 41_000, output: 900 },
      },
    ],
    play: async (zot) => {
      await zot.waitFor("Ask, or");
      zot.type("The tide turns too early in tide.js. Fix it and run the tests.\r");
      await zot.waitFor("Fixed: a tide");
      await zot.waitFor(/2\d %/);
      await zot.waitFor(/^(?![^]*esc stops it)/);
    },
  },
  panel: {
    rows: 12,
    args: ["--provider", "offline", "-e", join(root, "examples/extensions/todo")],
    play: async (zot) => {
      await zot.waitFor("Ask, or");
      for (const item of ["paint the hull", "check the ropes", "buy biscuits"]) {
        zot.type(`/todo ${item}\r`);
        await zot.waitFor(`Added: ${item}`);
      }
      zot.type("/todo\r");
      await zot.waitFor("●");
      zot.type(" ");
      await zot.waitFor("Todo 1/3");
    },
  },
};

async function render(name, { rows, args = [], files = {}, script, play }) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "zot-picture-")));
  const cwd = join(home, "harbour");
  mkdirSync(cwd);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(cwd, file), text);
  const scriptPath = join(home, "script.json");
  if (script !== undefined) writeFileSync(scriptPath, JSON.stringify(script));
  const screen = new xterm.Terminal({ cols: COLUMNS, rows, allowProposedApi: true });
  const pty = spawn(process.execPath, [bin, ...args], {
    name: "xterm-256color",
    cols: COLUMNS,
    rows,
    cwd,
    env: {
      PATH: process.env.PATH ?? "",
      HOME: home,
      ZOT_HOME: join(home, "zot"),
      COLORTERM: "truecolor",
      LANG: "C.UTF-8",
      ...(script === undefined ? {} : { ZOT_OFFLINE_SCRIPT: scriptPath }),
    },
  });
  let onData = () => undefined;
  let isCursorShown = true;
  pty.onData((data) => {
    const change = Math.max(data.lastIndexOf("\x1b[?25h"), data.lastIndexOf("\x1b[?25l"));
    if (change !== -1) isCursorShown = data.startsWith("\x1b[?25h", change);
    screen.write(data, () => onData());
  });
  screen.onData((data) => {
    pty.write(data);
  });
  const gone = new Promise((resolve) => {
    pty.onExit(resolve);
  });
  const textOf = () =>
    Array.from({ length: rows }, (_, at) =>
      screen.buffer.active.getLine(screen.buffer.active.baseY + at)?.translateToString(true),
    ).join("\n");
  const waitFor = (wanted) =>
    new Promise((resolve) => {
      const check = () => {
        const text = textOf();
        if (typeof wanted === "string" ? text.includes(wanted) : wanted.test(text)) resolve();
      };
      onData = check;
      check();
    });
  await play({ type: (text) => pty.write(text), waitFor });
  const target = join(root, "docs/images", `${name}.svg`);
  mkdirSync(join(root, "docs/images"), { recursive: true });
  writeFileSync(target, toSvg(screen, `zot: ${name.replace("-", " ")}`, { isCursorShown }));
  pty.kill("SIGTERM");
  await gone;
  screen.dispose();
  rmSync(home, { recursive: true, force: true });
  process.stdout.write(`${target}\n`);
}

for (const [name, scene] of Object.entries(SCENES)) await render(name, scene);

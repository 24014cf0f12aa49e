// Resizes terminals while an answer of 1,500 numbered words streams into them, and counts words that were lost or stand
// twice, and rows that should have gone. Usage: node bench/resize.mjs [--runs n] [--seed n] [--bin path]
//   [--keep folder] [terminal or path …]; terminals: xterm.js, tmux, xterm (needs Xvfb).
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { PATHS, randomFrom, START } from "./resize/paths.mjs";
import { openTmux } from "./resize/tmux.mjs";
import { answer, count, hasBegun, isOver } from "./resize/words.mjs";
import { openDisplay } from "./resize/x-display.mjs";
import { openXtermJs } from "./resize/xterm-js.mjs";
import { openXterm } from "./resize/xterm.mjs";

const TERMINALS = {
  "xterm.js": { open: openXtermJs, cutsRows: false },
  tmux: { open: openTmux, cutsRows: false },
  xterm: { open: openXterm, cutsRows: true },
};
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "5" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    bin: {
      type: "string",
      default: fileURLToPath(new URL("../packages/cli/dist/zot.cjs", import.meta.url)),
    },
    keep: { type: "string" },
  },
});
const chosen = (all) => {
  const some = Object.keys(all).filter((name) => positionals.includes(name));
  return some.length > 0 ? some : Object.keys(all);
};

async function poll(terminal, isThere) {
  for (let left = 100; left > 0; left -= 1) {
    const rows = await terminal.rows();
    if (isThere(rows)) return rows;
    await wait(150);
  }
  throw new Error(`it did not come; the screen:\n${(await terminal.rows()).slice(-40).join("\n")}`);
}

/** One answer in one terminal, resized on its way. */
async function run({ open, cutsRows }, path, random, display) {
  const home = mkdtempSync(join(tmpdir(), "zot-resize-"));
  const script = join(home, "script.json");
  writeFileSync(script, JSON.stringify(answer({ cutsRows })));
  const terminal = await open({
    command: [process.execPath, flags.bin, "--provider", "offline", "--no-ext", "go"],
    cwd: home,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      ZOT_HOME: home,
      LANG: "C.UTF-8",
      ZOT_OFFLINE_SCRIPT: script,
    },
    columns: START[0],
    rows: START[1],
    display,
  });
  try {
    await poll(terminal, hasBegun);
    for (const [columns, rows] of path.sizes(random)) {
      terminal.resize(columns, rows);
      await wait(path.pauseMs);
      // Timers come before what has arrived meanwhile, and no terminal would leave that lying about for so long.
      await nextTurn();
    }
    await poll(terminal, isOver);
    await wait(500);
    return await terminal.rows();
  } finally {
    await terminal.close();
    rmSync(home, { recursive: true, force: true });
  }
}

const seed = Number(flags.seed);
const runs = Number(flags.runs);
const kinds = chosen(TERMINALS);
const display = kinds.includes("xterm") ? await openDisplay() : undefined;
if (flags.keep !== undefined) mkdirSync(flags.keep, { recursive: true });
const clean = "clean runs";
const table = [];
for (const kind of kinds) {
  for (const name of chosen(PATHS)) {
    const sum = { terminal: kind, path: name, [clean]: 0 };
    for (let at = 0; at < runs; at += 1) {
      const rows = await run(TERMINALS[kind], PATHS[name], randomFrom(seed + at), display);
      const found = count(rows);
      for (const [what, many] of Object.entries(found)) sum[what] = (sum[what] ?? 0) + many;
      const isClean = Object.values(found).every((many) => many === 0);
      if (isClean) sum[clean] += 1;
      else if (flags.keep !== undefined) {
        writeFileSync(
          join(flags.keep, `${kind}-${name}-${at}.txt`.replaceAll(" ", "-")),
          rows.join("\n"),
        );
      }
    }
    sum[clean] = `${sum[clean]}/${runs}`;
    table.push(sum);
    process.stderr.write(`${JSON.stringify(sum)}\n`);
  }
}
await display?.close();
console.log(`seed ${seed}`);
console.table(table);

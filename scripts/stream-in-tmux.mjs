// Streams random markdown through the built command in tmux, token by token, and compares screen and history with the same
// text sent in one piece. CI does a few documents of it where there is tmux.
//
//   node scripts/stream-in-tmux.mjs [--documents 50] [--panes 8] [--seed N] [--size 40x12] [--pace 30]
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";

const SIZES = ["100x34", "80x24", "40x12"];
/** Milliseconds between two tokens. */
const PACES = [10, 30, 60];
const END = "That was it.";
const SPINNER = /^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/m;
const LOOK_EVERY_MS = 250;
/** Highlighting is loaded with the first prompt; an answer that is whole before that has none. */
const LOADING_MS = 1000;
/** Beyond the time that its tokens take. */
const LONGEST_WAIT_MS = 120_000;
const MOST_SHOWN = 3;
/** The offline model's own count depends on the pieces, and the status row shows it. */
const USAGE = { input: 500, output: 500 };

const repo = fileURLToPath(new URL("..", import.meta.url));
const zot = join(repo, "packages/cli/dist/zot.cjs");
const run = promisify(execFile);

const { values } = parseArgs({
  options: {
    documents: { type: "string", default: "50" },
    panes: { type: "string", default: "8" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    size: { type: "string", multiple: true, default: SIZES },
    pace: { type: "string", multiple: true, default: PACES.map(String) },
  },
});
const seed = Number(values.seed);

try {
  execFileSync("tmux", ["-V"], { stdio: "ignore" });
} catch {
  console.error("There is no tmux here: install it, then try again.");
  process.exit(1);
}
const testing = await import("../packages/tui/dist/testing.js").catch(() => {
  console.error("Nothing is built yet: npx -y pnpm@12.18.0 build");
  process.exit(1);
});

/** A tmux server of our own, which is gone afterwards with everything in it. */
class Tmux {
  #folder = realpathSync(mkdtempSync(join(tmpdir(), "zot-tmux-")));
  #count = 0;
  #env = {
    PATH: process.env.PATH,
    HOME: this.#folder,
    TMUX_TMPDIR: this.#folder,
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
  };

  constructor() {
    mkdirSync(join(this.#folder, "work"));
    writeFileSync(
      join(this.#folder, "tmux.conf"),
      "set -g status off\nset -g history-limit 20000\nset -g default-terminal tmux-256color\n",
    );
  }

  /** What stands in history and screen after an answer of these parts. */
  async play(parts, size) {
    const [columns, rows] = size.split("x");
    const name = `pane-${(this.#count += 1)}`;
    const home = join(this.#folder, name);
    const script = join(home, "script.json");
    mkdirSync(home);
    writeFileSync(script, JSON.stringify([[{ delay_ms: LOADING_MS, usage: USAGE }, ...parts]]));
    const command = [
      ...["env", `ZOT_HOME=${home}`, `ZOT_OFFLINE_SCRIPT=${script}`, process.execPath, zot],
      ...["--provider", "offline", "--no-ext", "--no-session", "go"],
    ];
    await this.#tmux(["new-session", "-d", "-s", name, "-x", columns, "-y", rows, ...command]);
    try {
      const tokensMs = parts.reduce((sum, part) => sum + (part.delay_ms ?? 0), 0);
      return await this.#awaitEnd(name, tokensMs);
    } finally {
      await this.#tmux(["kill-session", "-t", name]);
      rmSync(home, { recursive: true, force: true });
    }
  }

  async close() {
    await this.#tmux(["kill-server"]).catch(() => undefined);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #awaitEnd(name, tokensMs) {
    await delay(tokensMs);
    for (let waited = 0; waited < LONGEST_WAIT_MS; waited += LOOK_EVERY_MS) {
      const screen = await this.#tmux(["capture-pane", "-p", "-t", name]);
      if (screen.includes(END) && !SPINNER.test(screen)) {
        return looksOf(await this.#tmux(["capture-pane", "-p", "-e", "-S", "-", "-t", name]));
      }
      await delay(LOOK_EVERY_MS);
    }
    throw new Error(`the answer in ${name} did not end`);
  }

  async #tmux(args) {
    const common = ["-u", "-L", "zot", "-f", join(this.#folder, "tmux.conf")];
    const options = { env: this.#env, cwd: join(this.#folder, "work"), maxBuffer: 1e8 };
    return (await run("tmux", [...common, ...args], options)).stdout;
  }
}

/** Rows with their styles. One look can be written in many ways, which an emulator makes one. */
async function looksOf(captured) {
  const rows = captured.split("\n");
  const emulator = new testing.Emulator({ columns: 200, rows: rows.length, scrollback: 0 });
  emulator.write(rows.join("\r\n"));
  await emulator.settled();
  const looks = emulator.looks().join("\n");
  emulator.dispose();
  return looks;
}

/** Does all of some work, so many pieces at a time. */
async function inParallel(work, width) {
  const left = [...work];
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) await next();
  };
  await Promise.all(Array.from({ length: width }, worker));
}

function firstDifference(streamed, whole) {
  const [one, other] = [streamed.split("\n"), whole.split("\n")];
  const at = one.findIndex((row, index) => row !== other[index]);
  const from = at === -1 ? one.length : at;
  const part = (rows) => rows.slice(Math.max(0, from - 1), from + 4).join("\n    ");
  return `  row ${from}, streamed:\n    ${part(one)}\n  in one piece:\n    ${part(other)}`;
}

const documents = Array.from({ length: Number(values.documents) }, (_, at) => {
  const text = `${testing.randomMarkdown(seed + at, 3)}\n\n${END}\n`;
  return { text, tokens: testing.modelTokens(text, seed + at), seed: seed + at };
});
const cells = values.size.flatMap((size) =>
  values.pace.map((pace) => ({ size, pace: Number(pace), same: 0, different: 0 })),
);
const tmux = new Tmux();
const started = performance.now();
let shown = 0;

async function compare(document, size) {
  const whole = await tmux.play([{ text: document.text, repeat: 1 }], size);
  for (const cell of cells.filter((each) => each.size === size)) {
    const parts = document.tokens.map((text) => ({ text, repeat: 1, delay_ms: cell.pace }));
    const streamed = await tmux.play(parts, size);
    if (streamed === whole) cell.same += 1;
    else {
      cell.different += 1;
      shown += 1;
      if (shown > MOST_SHOWN) continue;
      console.error(`different: seed ${document.seed}, ${size}, ${cell.pace} ms a token`);
      console.error(firstDifference(streamed, whole));
    }
  }
}

process.once("SIGINT", () => void tmux.close().then(() => process.exit(130)));
try {
  console.log(`seed ${seed}, ${documents.length} documents`);
  const work = documents.flatMap((document) =>
    values.size.map((size) => () => compare(document, size)),
  );
  await inParallel(work, Number(values.panes));
} finally {
  await tmux.close();
}
console.log("size     ms a token  same  different");
for (const { size, pace, same, different } of cells) {
  const columns = [size.padEnd(7), `${pace}`.padStart(10), `${same}`.padStart(4)];
  console.log([...columns, `${different}`.padStart(9)].join("  "));
}
console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`);
if (cells.some(({ different }) => different > 0)) process.exitCode = 1;

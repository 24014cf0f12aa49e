import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { spawn } from "@lydell/node-pty";

const bin = fileURLToPath(new URL("../../../packages/cli/dist/zot.cjs", import.meta.url));

/** Runs node in a pty; gives a way to wait for what it writes and to end it. */
function startInPty(args, { home, env = {} }) {
  const started = performance.now();
  const pty = spawn(process.execPath, args, {
    name: "xterm-256color",
    cols: 100,
    rows: 30,
    cwd: home,
    env: { PATH: process.env.PATH ?? "", HOME: home, ZOT_HOME: home, LANG: "C.UTF-8", ...env },
  });
  let output = "";
  let onData = () => undefined;
  pty.onData((text) => {
    output = (output + text).slice(-100_000);
    onData();
  });
  const gone = new Promise((resolve) => {
    pty.onExit(resolve);
  });
  return {
    pid: pty.pid,
    started,
    gone,
    type: (text) => {
      pty.write(text);
    },
    /** Resolves with the moment when the text came. */
    waitFor: (text) =>
      new Promise((resolve) => {
        const check = () => {
          if (!output.includes(text)) return;
          onData = () => undefined;
          output = "";
          resolve(performance.now());
        };
        onData = check;
        check();
      }),
    async end() {
      pty.kill("SIGKILL");
      await gone;
    },
  };
}

/** A fresh home for the time of one task. */
export async function withHome(task) {
  const home = mkdtempSync(join(tmpdir(), "zot-bench-"));
  try {
    return await task(home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

export function startZot(home, { args = [], script } = {}) {
  const path = join(home, "script.json");
  if (script !== undefined) writeFileSync(path, JSON.stringify(script));
  return startInPty([bin, "--provider", "offline", ...args], {
    home,
    env: script === undefined ? {} : { ZOT_OFFLINE_SCRIPT: path },
  });
}

/** Bare node in a pty, from start to end, in milliseconds. */
export function timeBareNode() {
  return withHome(async (home) => {
    const node = startInPty(["-e", "0"], { home });
    await node.gone;
    return performance.now() - node.started;
  });
}

/** From exec until the prompt is on the screen, in milliseconds. */
export function timeToPrompt(prepare = () => []) {
  return withHome(async (home) => {
    const zot = startZot(home, { args: prepare(home) });
    const at = await zot.waitFor("Ask, or / for commands");
    await zot.end();
    return at - zot.started;
  });
}

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { spawn } from "@lydell/node-pty";
import { afterEach, expect, test } from "vitest";
import { Emulator } from "../src/testing.js";

const app = fileURLToPath(new URL("fixtures/job.mjs", import.meta.url));
const BRACKETED_PASTE = "\x1b[?2004h";
const open: (() => void)[] = [];

afterEach(() => {
  for (const close of open.splice(0)) close();
});

/**
 * A shell with job control in a real pty, and the app as a job of it. The terminal answers no questions: an answer
 * that comes when the job is stopped would be typed into the shell.
 */
function startInShell() {
  const started = start("sh", ["-i"]);
  started.pty.write(`"${process.execPath}" "${app}"\r`);
  return started;
}

/** The app in a real pty without a shell, and a terminal that answers. */
function startAlone() {
  const started = start(process.execPath, [app]);
  started.emulator.onReply((data) => {
    started.pty.write(data);
  });
  return started;
}

function start(program: string, args: string[]) {
  const emulator = new Emulator({ columns: 80, rows: 20 });
  const pty = spawn(program, args, {
    cols: 80,
    rows: 20,
    env: { ...process.env, TERM: "xterm-256color", PS1: "shell> ", ENV: "" },
  });
  let written = "";
  const watchers = new Set<() => void>();
  pty.onData((data) => {
    written += data;
    emulator.write(data);
    void emulator.settled().then(() => {
      for (const watch of [...watchers]) watch();
    });
  });
  open.push(() => {
    pty.kill("SIGKILL");
  });
  const waitFor = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve) => {
      const watch = () => {
        const found = pattern.exec(emulator.all().join("\n"));
        if (found === null) return;
        watchers.delete(watch);
        resolve(found);
      };
      watchers.add(watch);
      watch();
    });
  return { pty, emulator, waitFor, bytes: () => written };
}

function isStopped(pid: number): boolean {
  const state = execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return state.trim().startsWith("T");
}

test("suspended, the shell has the terminal; continued, the screen is drawn again and keys arrive", async () => {
  const { pty, waitFor } = startInShell();
  await waitFor(/typed: $/m);
  pty.write("ab\x1a");
  await waitFor(/shell> $/);
  pty.write("echo $((40 + 2))\r");
  await waitFor(/^42$/m);
  pty.write("fg\r");
  await waitFor(/typed: ab$/);
  pty.write("c");
  await waitFor(/typed: abc$/);
  pty.write("q");
  await waitFor(/shell> $/);
});

test("a job that is asked to stop from outside gives the terminal back, and gets it again", async () => {
  const { pty, waitFor } = startInShell();
  const [, pid] = await waitFor(/^process (\d+)\ntyped: $/m);
  process.kill(Number(pid), "SIGTSTP");
  await waitFor(/shell> $/);
  pty.write("fg\r");
  await waitFor(/typed: $/);
  pty.write("d");
  await waitFor(/typed: d$/);
  pty.write("q");
  await waitFor(/shell> $/);
});

test("stopped before it could prepare, a job takes the terminal again and draws below what the shell wrote", async () => {
  const { pty, waitFor, bytes } = startInShell();
  const [, pid] = await waitFor(/^process (\d+)\ntyped: $/m);
  pty.write("e");
  await waitFor(/typed: e$/);
  process.kill(Number(pid), "SIGSTOP");
  await waitFor(/shell> $/);
  // The terminal is raw still, without an echo, and enter is no line feed.
  pty.write("echo $((40 + 2))\n");
  await waitFor(/shell> 42$/m);
  const before = bytes().length;
  pty.write("fg\n");
  await waitFor(/42$[^]*^process \d+\ntyped: e$/m);
  expect(bytes().slice(before)).toContain(BRACKETED_PASTE);
  pty.write("f");
  await waitFor(/typed: ef$/);
  pty.write("q");
  await waitFor(/shell> $/);
});

test("stopped and continued while nobody else writes, the screen is drawn again in its place", async () => {
  const { pty, emulator, waitFor, bytes } = startAlone();
  await waitFor(/^typed: $/m);
  pty.write("a");
  await waitFor(/^typed: a$/m);
  pty.kill("SIGSTOP");
  await expect.poll(() => isStopped(pty.pid)).toBe(true);
  emulator.write("\x1b7\x1b[1;1Hcovered\x1b8");
  await emulator.settled();
  expect(emulator.screen()[0]).toMatch(/^covered/);
  const before = bytes().length;
  pty.kill("SIGCONT");
  await waitFor(/^process \d+\ntyped: a$/);
  expect(bytes().slice(before)).toContain(BRACKETED_PASTE);
  pty.write("b");
  await waitFor(/^process \d+\ntyped: ab$/);
  pty.write("q");
});

test("where nobody could continue it, suspending changes nothing", async () => {
  const { pty, waitFor } = startAlone();
  const ended = new Promise((resolve) => pty.onExit(resolve));
  await waitFor(/typed: $/);
  pty.write("a\x1ab");
  await waitFor(/typed: ab$/);
  pty.write("q");
  expect(await ended).toMatchObject({ exitCode: 0 });
});

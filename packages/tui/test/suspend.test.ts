import { fileURLToPath } from "node:url";
import { spawn } from "@lydell/node-pty";
import { afterEach, expect, test } from "vitest";
import { Emulator } from "../src/testing.js";

const app = fileURLToPath(new URL("fixtures/job.mjs", import.meta.url));
const open: (() => void)[] = [];

afterEach(() => {
  for (const close of open.splice(0)) close();
});

/**
 * A shell with job control in a real pty, and the app as a job of it. The terminal answers no questions: an answer
 * that comes when the job is stopped would be typed into the shell.
 */
function startInShell() {
  const emulator = new Emulator({ columns: 80, rows: 20 });
  const pty = spawn("sh", ["-i"], {
    cols: 80,
    rows: 20,
    env: { ...process.env, TERM: "xterm-256color", PS1: "shell> ", ENV: "" },
  });
  const watchers = new Set<() => void>();
  pty.onData((data) => {
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
  pty.write(`"${process.execPath}" "${app}"\r`);
  return { pty, waitFor };
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

test("where nobody could continue it, suspending changes nothing", async () => {
  const emulator = new Emulator({ columns: 80, rows: 20 });
  const pty = spawn(process.execPath, [app], { cols: 80, rows: 20, env: process.env });
  open.push(() => {
    pty.kill("SIGKILL");
  });
  let output = "";
  const waitFor = (text: string) =>
    new Promise<void>((resolve) => {
      const watch = () => {
        if (output.includes(text)) resolve();
      };
      pty.onData(watch);
      watch();
    });
  pty.onData((data) => {
    output += data;
    emulator.write(data);
  });
  emulator.onReply((data) => {
    pty.write(data);
  });
  const ended = new Promise((resolve) => pty.onExit(resolve));
  await waitFor("typed: ");
  pty.write("a\x1ab");
  await waitFor("typed: ab");
  pty.write("q");
  expect(await ended).toMatchObject({ exitCode: 0 });
});

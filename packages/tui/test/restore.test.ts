import { fileURLToPath } from "node:url";
import { spawn } from "@lydell/node-pty";
import { expect, test } from "vitest";
import { canDrawScreen } from "../src/index.js";
import { Emulator } from "../src/testing.js";

const app = fileURLToPath(new URL("fixtures/app.mjs", import.meta.url));
const MODES = ["2004", "1004"];

interface Line {
  /** How long the terminal takes to answer. */
  answerMs?: number;
  /** A shell that has the terminal when the app has ended, for a moment. */
  isInShell?: boolean;
}

/** Runs the app in a real pty with an emulator behind it until it ends. */
async function run(
  end: (pty: ReturnType<typeof spawn>) => void,
  { answerMs = 0, isInShell = false }: Line = {},
) {
  const emulator = new Emulator({ columns: 60, rows: 12 });
  const [file = "", ...args] = isInShell
    ? ["sh", "-c", `"$0" "$1"; sleep 0.3`, process.execPath, app]
    : [process.execPath, app];
  const pty = spawn(file, args, {
    cols: 60,
    rows: 12,
    env: { ...process.env, TERM: "xterm-256color" },
  });
  let output = "";
  const exited = new Promise<{ exitCode: number; signal?: number }>((resolve) =>
    pty.onExit(resolve),
  );
  await new Promise<void>((resolve) => {
    pty.onData((data) => {
      output += data;
      emulator.write(data);
      if (output.includes("live status")) resolve();
    });
    emulator.onReply((data) => {
      setTimeout(() => {
        pty.write(data);
      }, answerMs);
    });
  });
  end(pty);
  const status = await exited;
  await emulator.settled();
  return { status, output, rows: emulator.all() };
}

function expectRestored(output: string) {
  for (const mode of MODES) {
    expect(output.lastIndexOf(`\x1b[?${mode}l`)).toBeGreaterThan(
      output.lastIndexOf(`\x1b[?${mode}h`),
    );
  }
  expect(output.lastIndexOf("\x1b[?25h")).toBeGreaterThan(output.lastIndexOf("\x1b[?25l"));
  expect(output).toContain("\x1b[<u");
}

test("closing gives the terminal back and leaves the finished rows", async () => {
  const { status, output, rows } = await run((pty) => {
    pty.write("q");
  });
  expect(status.exitCode).toBe(0);
  expectRestored(output);
  expect(rows).toEqual(["finished row"]);
});

test("process.exit gives the terminal back", async () => {
  const { status, output, rows } = await run((pty) => {
    pty.write("x");
  });
  expect(status.exitCode).toBe(3);
  expectRestored(output);
  expect(rows).toEqual(["finished row"]);
});

test("a crash gives the terminal back before its trace is printed", async () => {
  const { status, output, rows } = await run((pty) => {
    pty.write("c");
  });
  expect(status.exitCode).not.toBe(0);
  expectRestored(output);
  expect(rows.join("\n")).toContain("crashed on purpose");
  expect(rows.join("\n")).not.toContain("live status");
});

test.each(["SIGTERM", "SIGHUP", "SIGINT"])(
  "%s gives the terminal back and ends the process",
  async (signal) => {
    const { status, output, rows } = await run((pty) => {
      pty.kill(signal);
    });
    expect(status.signal).toBeGreaterThan(0);
    expectRestored(output);
    expect(rows).toEqual(["finished row"]);
  },
);

test.each(["x", "c"])(
  "answers that are still on their way when it ends with %s are not typed into the shell",
  async (key) => {
    const press = (pty: ReturnType<typeof spawn>) => {
      pty.write(key);
    };
    const { rows } = await run(press, { answerMs: 60, isInShell: true });
    expect(rows.join("\n")).not.toMatch(/\[?\d+;\d+|\^\[/);
  },
);

test("a dumb terminal, a pipe or no TERM get no screen", () => {
  const tty = { isTTY: true };
  expect(canDrawScreen({ TERM: "xterm-256color" }, tty, tty)).toBe(true);
  expect(canDrawScreen({ TERM: "dumb" }, tty, tty)).toBe(false);
  expect(canDrawScreen({ TERM: "xterm" }, tty, {})).toBe(false);
  expect(canDrawScreen({ TERM: "xterm" }, {}, tty)).toBe(false);
});

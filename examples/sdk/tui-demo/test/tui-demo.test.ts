import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as pty from "@lydell/node-pty";
import { Emulator } from "@zot/tui/testing";
import { expect, onTestFinished, test, vi } from "vitest";

const main = fileURLToPath(new URL("../main.mjs", import.meta.url));

test("the demo answers what is typed, with highlighted code, and leaves on ctrl+c", async () => {
  const terminal = pty.spawn(process.execPath, [main], { cols: 80, rows: 24 });
  onTestFinished(() => {
    terminal.kill();
  });
  const emulator = new Emulator({ columns: 80, rows: 24 });
  terminal.onData((text) => {
    emulator.write(text);
  });
  emulator.onReply((reply) => {
    terminal.write(reply);
  });
  const exit = new Promise<number>((resolve) => {
    terminal.onExit(({ exitCode }) => {
      resolve(exitCode);
    });
  });
  const shows = (text: string) =>
    vi.waitFor(() => {
      expect(emulator.screen().join("\n")).toContain(text);
    }, 30_000);

  await shows("say something");
  terminal.write("good tea\r");
  await shows("You said good tea.");
  await shows("const answer = 42;");
  terminal.write("\x03");
  expect(await exit).toBe(0);
});

test("without a terminal the demo says that it needs one", async () => {
  await expect(promisify(execFile)(process.execPath, [main])).rejects.toThrow("needs a terminal");
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { JailedProcesses } from "../src/tools/jail/jailed-processes.js";

const BUBBLEWRAP = "/usr/bin/bwrap";

/** A jail that outlives the bubblewrap that was started for it, as every one does for a moment. */
async function leaveSomethingBehind() {
  const options = ["--unshare-user", "--unshare-pid", "--ro-bind", "/", "/", "--proc", "/proc"];
  const command = ["sh", "-c", "echo started; exec sleep 600"];
  const child = spawn(BUBBLEWRAP, [...options, "--info-fd", "3", "--", ...command], {
    stdio: ["ignore", "pipe", "inherit", "pipe"],
  });
  let isOpen = true;
  // What is left holds the pipe open.
  const closed = once(child, "close").then(() => (isOpen = false));
  const processes = new JailedProcesses(child);
  if (child.stdout === null) throw new Error("it has no output");
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
  return { processes, closed, isOpen: () => isOpen };
}

describe.skipIf(!existsSync(BUBBLEWRAP))("R16: all that a command in the jail started", () => {
  test("has ended before anybody looks at what it made", async () => {
    const { processes, closed, isOpen } = await leaveSomethingBehind();
    expect(isOpen()).toBe(true);
    await processes.end();
    await closed;
    await processes.end();
  });

  test("has ended when zot ends", async () => {
    const { processes, closed } = await leaveSomethingBehind();
    processes.endNow();
    await closed;
  });
});

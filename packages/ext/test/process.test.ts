import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isAlive, until } from "../../../test-support/processes.js";
import { makeFolder, startProgram } from "./start-program.js";

test("nothing that an author prints gets between the frames", async () => {
  await using host = await startProgram(`
    import { execFileSync } from "node:child_process";
    const early = process.stdout;
    const { extension } = await import("@zot/ext");
    console.log("at the very top");
    const probe = extension({ name: "probe" });
    console.log("before run");
    probe.command("shout", { run() {
      console.log("log"); console.info("info"); console.debug("debug"); console.table([{ a: 1 }]);
      process.stdout.write("write\\n");
      early.write("early\\n");
      return "done";
    } });
    probe.run();
  `);
  expect((await host.runCommand("shout")).display).toBe("done");
  for (const word of ["at the very top", "before run", "log", "info", "debug", "write", "early"]) {
    await host.waitUntil(`"${word}" was logged`, () => host.stderr.includes(`${word}\n`));
  }
  expect(host.problems).toEqual([]);
});

test("an error outside of every handler is told, and the extension lives on", async () => {
  await using host = await startProgram(`
    import { extension } from "@zot/ext";
    extension({ name: "probe" })
      .command("reject", { run() { void Promise.reject(new Error("nobody caught this")); } })
      .command("throw", { run() { setTimeout(() => { throw new Error("nor this"); }); } })
      .command("still", { run: () => "here" })
      .run();
  `);
  await host.runCommand("reject");
  expect(await host.waitForNote("nobody caught this")).toMatchObject({ level: "error" });
  await host.runCommand("throw");
  expect(await host.waitForNote("nor this")).toMatchObject({ level: "error" });
  expect((await host.runCommand("still")).display).toBe("here");
});

test("it exits with 0 after a goodbye, its clean-up done", async () => {
  const host = await startProgram(`
    import { extension } from "@zot/ext";
    extension({ name: "probe" })
      .onShutdown(async () => { await null; console.log("cleaned up"); })
      .run();
    setInterval(() => {}, 1000);
  `);
  expect(await host.stop()).toEqual({ code: 0, signal: null });
  expect(host.frames.at(-1)).toEqual({ type: "shutdown_ack" });
  expect(host.stderr).toBe("cleaned up\n");
});

test("it exits at once when its stdin ends, whatever it is doing", async () => {
  const host = await startProgram(`
    import { extension } from "@zot/ext";
    extension({ name: "probe" })
      .command("work", { run: () => { setInterval(() => {}, 1000); return new Promise(() => {}); } })
      .onShutdown(() => new Promise(() => {}))
      .run();
  `);
  void host.runCommand("work").catch(() => undefined);
  expect(await host.disconnect()).toEqual({ code: 0, signal: null });
});

test("a frame of several megabytes gets through whole", async () => {
  await using host = await startProgram(`
    import { extension } from "@zot/ext";
    extension({ name: "probe" }).tool("big", { description: "", run: () => "ü".repeat(2_000_000) }).run();
  `);
  expect((await host.callTool("big")).text).toBe("ü".repeat(2_000_000));
});

test("bytes that are no frames are logged, and the next frame still counts", async () => {
  const folder = makeFolder(`
    import { extension } from "@zot/ext";
    extension({ name: "probe" }).command("c", { run: () => "fine" }).run();
  `);
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const child = spawn("node", ["index.mjs"], { cwd: folder, stdio: ["pipe", "pipe", "pipe"] });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
  child.stdin.write(Buffer.from([0xff, 0x0a]));
  child.stdin.write("not json\n\n");
  child.stdin.write(
    '{"type":"from_the_future"}\r\n{"type":"command_invoked","id":"1","name":"c"}\n',
  );
  const isAnswered = () => output.stdout.includes('"display":"fine"');
  while (!isAnswered()) await new Promise((resolve) => child.stdout.once("data", resolve));
  child.stdin.end();
  expect(await new Promise((resolve) => child.once("close", resolve))).toBe(0);
  expect(output.stderr).toMatch(/dropped a line from zot/);
  expect(output.stderr).toMatch(/not a frame of zot/);
});

test(
  "an extension whose parent is killed with SIGKILL is gone too",
  async () => {
    const folder = makeFolder(`
    import { extension } from "@zot/ext";
    extension({ name: "probe" }).run();
    setInterval(() => {}, 1000);
    console.error("pid " + process.pid);
  `);
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const parent = spawn(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `
    import { spawn } from "node:child_process";
    spawn("node", ["index.mjs"], { cwd: ${JSON.stringify(folder)}, stdio: ["pipe", "pipe", "inherit"], detached: true });
    setInterval(() => {}, 1000);
  `,
      ],
      { cwd: join(folder, ".."), stdio: ["ignore", "ignore", "pipe"] },
    );
    const pid = await new Promise<number>((resolve) => {
      parent.stderr.on("data", (bytes: Buffer) => {
        const found = /pid (\d+)/.exec(bytes.toString());
        if (found) resolve(Number(found[1]));
      });
    });
    parent.kill("SIGKILL");
    await until(() => !isAlive(pid));
  },
  1_000 + 10_000,
);

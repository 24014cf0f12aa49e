import { execFile } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { extension } from "@zot/ext";
import { startFolder, startInMemory } from "@zot/ext/testing";
import { expect, onTestFinished, test } from "vitest";
import { isAlive, until } from "../../../test-support/processes.js";
import { makeFolder, startProgram } from "./start-program.js";

const run = promisify(execFile);
const HELLO = `process.stdout.write('{"type":"hello","name":"probe"}\\n');`;

test("an extension that never says ready counts as ready once it is silent", async () => {
  await using host = await startProgram(`
    ${HELLO}
    process.stdout.write('{"type":"register_command","name":"late"}\\n');
    process.stdin.resume();
    process.stdin.on("end", () => process.exit());
  `);
  expect([...host.registered.commands.keys()]).toEqual(["late"]);
});

test("one that exits before it is ready fails the start with its log", async () => {
  const start = startProgram(`console.error("no such module"); process.exit(3);`);
  await expect(start).rejects.toThrow(/ended before it got ready.*"code":3.*no such module/s);
});

test("one that cannot be started fails the start with the reason", async () => {
  const start = startProgram("", { manifest: { exec: "no-such-program-anywhere" } });
  await expect(start).rejects.toThrow(/no-such-program-anywhere ENOENT/);
});

test("a folder without a usable manifest fails the start and names the file", async () => {
  await expect(startFolder(import.meta.dirname)).rejects.toThrow(/Cannot read .*extension\.json/);
  await expect(startProgram("", { manifest: { name: 7 } })).rejects.toThrow(
    /extension\.json.*name/,
  );
});

test("one that ignores goodbye and SIGTERM is gone after stop, and so is what it started", async () => {
  const host = await startProgram(`
    import { spawn } from "node:child_process";
    ${HELLO}
    process.on("SIGTERM", () => {});
    const grandchild = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    console.error("pids " + process.pid + " " + grandchild.pid);
    setInterval(() => {}, 1000);
  `);
  await host.waitUntil("it told its pids", () => host.stderr.includes("\n"));
  expect(await host.stop()).toEqual({ code: null, signal: "SIGKILL" });
  const [own, grandchild] = host.stderr.match(/\d+/g) ?? [];
  await until(() => !isAlive(Number(own)));
  await until(() => !isAlive(Number(grandchild)));
});

test("the folders of a host go when it stops", async () => {
  const host = await startInMemory(extension({ name: "probe" }));
  const { cwd, data_dir } = host.info;
  expect(existsSync(cwd) && existsSync(data_dir)).toBe(true);
  await host.stop();
  expect(existsSync(cwd) || existsSync(data_dir)).toBe(false);
});

test("what an extension does not have is an error that lists what it has", async () => {
  const probe = extension({ name: "probe" }).command("real", { run: () => "" });
  await using host = await startInMemory(probe);
  await expect(host.runCommand("unreal")).rejects.toThrow('no command "unreal". It has: real.');
  await expect(host.callTool("t")).rejects.toThrow('no tool "t". It has: none.');
  expect(() => {
    host.fireEvent("turn_end", { stop: "end" });
  }).toThrow(/no handler for event "turn_end"/);
  await expect(host.askInterceptor("turn_start", { step: 1 })).rejects.toThrow(/no interceptor/);
});

test("a wait in vain fails with what the extension did instead", async () => {
  await using host = await startInMemory(extension({ name: "probe" }), { patience: 20 });
  const wait = host.waitForNote("never");
  await expect(wait).rejects.toThrow(/in vain until a note said never.*"type":"ready"/s);
});

test("a call that is pending when the extension dies fails at once", async () => {
  await using host = await startProgram(`
    import { extension } from "@zot/ext";
    extension({ name: "probe" }).tool("die", { description: "", run: () => process.exit(7) }).run();
  `);
  await expect(host.callTool("die")).rejects.toThrow(/ended before tool die answered.*"code":7/s);
});

test("lines that are no frames are counted, frames before hello too", async () => {
  await using host = await startProgram(`
    console.log("Listening on port 3000");
    process.stdout.write('{"type":"ready"}\\n');
    ${HELLO}
    process.stdout.write('{"type":"register_tool"}\\n{"type":"ready"}\\n');
    process.stdin.resume();
    process.stdin.on("end", () => process.exit());
  `);
  expect(host.problems).toHaveLength(3);
  expect(host.problems[1]).toBe("ready came before hello");
  expect(host.problems[2]).toMatch(/register_tool.*name/);
});

test("it works with node's own test runner, in memory and as a process", async () => {
  const folder = makeFolder(`
    import { probe } from "./probe.mjs";
    probe.run();
  `);
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  writeFileSync(
    join(folder, "probe.mjs"),
    `
    import { extension } from "@zot/ext";
    export const probe = extension({ name: "probe" }).command("hi", { run: (name) => "hi " + name });
  `,
  );
  writeFileSync(
    join(folder, "probe.test.mjs"),
    `
    import assert from "node:assert/strict";
    import { test } from "node:test";
    import { probe } from "./probe.mjs";
    import { startFolder, startInMemory } from "@zot/ext/testing";
    for (const start of [() => startInMemory(probe), () => startFolder(import.meta.dirname)]) {
      test("it greets", async () => {
        const host = await start();
        assert.equal((await host.runCommand("hi", "Ada")).display, "hi Ada");
        assert.equal(process.stdout.fd, 1);
        await host.stop();
      });
    }
  `,
  );
  const env = { ...process.env };
  // Set by an outer runner; it makes an inner one report in a format of its own.
  delete env.NODE_TEST_CONTEXT;
  // Without `--test` the runner reports from the very process that the extension lives in, on its stdout.
  for (const flags of [["--test"], []]) {
    const args = [...flags, "--test-reporter=tap", "probe.test.mjs"];
    const { stdout } = await run(process.execPath, args, { cwd: folder, env });
    expect(stdout).toMatch(/# pass 2/);
    expect(stdout).toMatch(/# fail 0/);
  }
});

test("one that stays when zot vanishes fails the test, and is gone all the same", async () => {
  const host = await startProgram(
    `${HELLO} console.error("pid " + process.pid); setInterval(() => {}, 1000);`,
    { patience: 1_500 },
  );
  await host.waitUntil("it told its pid", () => host.stderr.includes("\n"));
  await expect(host.disconnect()).rejects.toThrow(/in vain until the extension ended/);
  await until(() => !isAlive(Number(/\d+/.exec(host.stderr)?.[0])));
});

import { expect, test } from "vitest";
import { Scene, textOf } from "./support/scene.js";

const soon = { timing: { backoffFirstMs: 5, backoffLastMs: 10 } };

/** One that works next to the one at fault. */
function withNeighbour(): Scene {
  const scene = new Scene();
  scene.addFixture("neighbour", "echo.mjs", "neighbour", "ping");
  return scene;
}

test("F1: a missing command is unavailable, with the reason, and not tried again", async () => {
  const scene = withNeighbour();
  const missing = scene.add("missing", { exec: "no-such-program-anywhere" });
  const host = await scene.start();

  expect(host.extensions().at(1)).toMatchObject({
    name: "missing",
    state: "unavailable",
    reason: 'command "no-such-program-anywhere" not found on PATH',
  });
  expect(scene.shownFaults()).toEqual([
    {
      type: "fault",
      extension: "missing",
      code: "unavailable",
      details: {
        dir: missing,
        reason: 'command "no-such-program-anywhere" not found on PATH',
        instead: [],
      },
      count: 1,
      message: expect.stringContaining("missing: unavailable: command") as string,
    },
  ]);
  expect(scene.of("state").filter(({ extension }) => extension === "missing")).toHaveLength(1);
  expect(textOf(await host.callTool("ping", {}))).toContain('"from":"neighbour"');
});

test("F1: a file that is not executable, and a script whose interpreter is missing, are named", async () => {
  const scene = withNeighbour();
  scene.add("not-executable", { exec: "./extension.json" });
  scene.add("no-interpreter", { exec: "./run" }, { run: "#!/no/such/interpreter\n" });
  const host = await scene.start();

  const [, plain, script] = host.extensions();
  expect(plain?.reason).toMatch(/"\.\/extension\.json" is not executable; try: chmod \+x/);
  expect(script).toMatchObject({ state: "unavailable" });
  expect(script?.reason).toContain("its interpreter is missing");
  expect(script?.reason).toContain("(its first line: #!/no/such/interpreter)");
});

test("F1: what an author most likely meant by a program that is not there is said", async () => {
  const scene = withNeighbour();
  scene.add("bare", { exec: "main.sh" }, { "main.sh": "echo" });
  scene.add("one-string", { exec: "python3 main.py" });
  scene.add("from-windows", { exec: "./run" }, { run: "#!/bin/sh\r\necho\r\n" });
  const host = await scene.start();

  expect(host.extensions().map(({ reason }) => reason)).toEqual([
    undefined,
    'command "main.sh" not found on PATH; for the file in its folder write "./main.sh"',
    'command "python3 main.py" not found on PATH; "exec" is the program alone, "args" its arguments',
    expect.stringContaining("which ends in CR LF; save it with LF)"),
  ]);
});

test("F2: one that ends by itself is told to stay", async () => {
  const scene = withNeighbour();
  scene.add("leaves", { exec: "sh", args: ["-c", "exit 0"] });
  await scene.start(soon);

  const { message } = await scene.event("fault");
  expect(message).toBe(
    "extension leaves crashed: exit code 0: it must go on until its stdin ends; restarting",
  );
});

test("F2: one that exits before hello is tried again with a growing wait, then stopped with its last words", async () => {
  const scene = withNeighbour();
  scene.addFixture("exits-early", "exits-early.sh");
  const host = await scene.start(soon);

  const { message } = await scene.event("fault", ({ code }) => code === "crash-loop");
  expect(message).toContain("exits-early crashed 5 times and was stopped: exit code 3");
  expect(message).toContain("no config file");
  expect(scene.shownFaults().map(({ code }) => code)).toEqual(["crashed", "crash-loop"]);
  expect(host.extensions().at(1)?.state).toBe("failed");
  expect(scene.log("exits-early").match(/\[zot\] starting/g)).toHaveLength(5);
  expect(textOf(await host.callTool("ping", {}))).toContain('"from":"neighbour"');
});

test("F2: last words that never end are cut", async () => {
  const scene = withNeighbour();
  const program = "process.stderr.write('x'.repeat(100_000) + '\\n', () => process.exit(3));";
  scene.add("dumps", { exec: "node", args: ["-e", program] });
  await scene.start(soon);
  const { message } = await scene.event("fault", ({ code }) => code === "crash-loop");
  expect(message).toMatch(/stderr: x{500}…/);
  expect(message.length).toBeLessThan(1_000);
});

test.each([
  [
    "node",
    "index.mjs",
    'import "no-such-package";',
    /Cannot find package 'no-such-package' imported/,
  ],
  ["node", "index.mjs", "let const = 1;", /SyntaxError: .* \(.*index\.mjs:1\)/],
  ["node", "index.mjs", "\nnull.x;", /TypeError: Cannot read .* \(.*index\.mjs:2:6\)/],
  [
    "python3",
    "index.py",
    "{}['text']",
    /KeyError: 'text' \(File ".*index\.py", line 1, in <module>\)/,
  ],
])(
  "F2: the last words of a trace are its error and its place (%s %s: %s)",
  async (exec, file, code, words) => {
    const scene = withNeighbour();
    scene.add("traced", { exec, args: [file] }, { [file]: code });
    await scene.start(soon);

    const { message } = await scene.event("fault", ({ extension }) => extension === "traced");
    expect(message).toMatch(words);
    expect(message).not.toMatch(/Node\.js v|node:internal|Traceback/);
  },
);

test.each([
  ["@zot/ext", "it lacks @zot/ext, which zot ext install adds; stderr: "],
  ["zod", "it lacks zod, which npm install in its folder brings; stderr: "],
])("F2: one that lacks %s is told with what brings it", async (name, words) => {
  const scene = withNeighbour();
  scene.add("copied", { exec: "node", args: ["index.mjs"] }, { "index.mjs": `import "${name}";` });
  await scene.start(soon);

  const { message } = await scene.event("fault", ({ extension }) => extension === "copied");
  expect(message).toContain(`exit code 1: ${words}`);
});

test("F3: one that never says hello does not hold back the others, and is stopped in the end", async () => {
  const scene = withNeighbour();
  scene.addFixture("never-hello", "never-hello.sh");
  const host = scene.host({ timing: { helloLimitMs: 3_000 } });
  const started = host.start();
  await scene.event(
    "state",
    ({ extension, state }) => extension === "neighbour" && state === "ready",
  );

  expect(host.extensions().map(({ state }) => state)).toEqual(["ready", "starting"]);
  expect(textOf(await host.callTool("ping", {}))).toContain('"from":"neighbour"');

  const { message } = await scene.event("fault");
  expect(message).toBe(
    "extension never-hello did not say hello within 3 s; does it flush what it writes to stdout?",
  );
  await started;
  await host.stop();
  expect(host.extensions().map(({ pid }) => pid)).toEqual([undefined, undefined]);
});

test("F4: another name in hello is tolerated with a note in the log: the manifest's counts", async () => {
  const scene = new Scene();
  scene.addFixture("other-name", "other-name.mjs");
  const host = await scene.start();

  expect(host.tools().map(({ extension }) => extension)).toEqual(["other-name"]);
  expect(scene.log("other-name")).toContain(
    '[zot] hello names "somebody-else", the manifest "other-name"; using "other-name"',
  );
});

test("F4: an unsupported protocol version is refused, and both versions are named", async () => {
  const scene = withNeighbour();
  scene.addFixture("newer-version", "newer-version.mjs");
  const host = await scene.start();

  const { message } = await scene.event("fault");
  expect(message).toBe("extension newer-version speaks protocol version 2, this zot speaks 1");
  expect(host.extensions().at(1)?.state).toBe("failed");
});

test("F5: frames before hello are rejected and logged, the rest works", async () => {
  const scene = new Scene();
  scene.addFixture("before-hello", "before-hello.mjs");
  const host = await scene.start();

  expect(host.tools().map(({ name }) => name)).toEqual(["in_time"]);
  expect(scene.log("before-hello")).toContain('[zot] frame "register_tool" before hello; ignored');
  expect(scene.shownFaults()).toMatchObject([{ extension: "before-hello", code: "before-hello" }]);
});

test("F6: a second hello, a duplicate and a built-in's name are logged, and built-ins are never shadowed", async () => {
  const scene = new Scene();
  scene.addFixture("repeats-itself", "repeats-itself.mjs");
  const host = await scene.start({ builtinTools: ["read"], builtinCommands: ["help"] });

  expect(host.tools()).toMatchObject([{ name: "once", description: "first" }]);
  expect(host.commands()).toMatchObject([{ name: "Once", description: "first" }]);
  expect(textOf(await host.callTool("read", {}))).toContain('unknown tool "read"');
  const log = scene.log("repeats-itself");
  expect(log).toContain("[zot] second hello; ignored");
  expect(log).toContain('[zot] bad register_tool frame: tool "once" is registered already');
  expect(log).toContain('[zot] bad register_command frame: command "once" is registered already');
  expect(log).toContain('[zot] tool "read" is taken by zot itself; ignored');
  expect(log).toContain('[zot] command "help" is taken by zot itself; ignored');
});

test("F6: between extensions the order of discovery decides, never that of arrival", async () => {
  const scene = new Scene();
  scene.add(
    "slow",
    { exec: "sh", args: ["-c", `sleep 0.3; exec "$0" "$@"`, process.execPath, "slow.mjs"] },
    {
      "slow.mjs": `console.log('{"type":"hello","name":"slow"}\\n{"type":"register_tool","name":"ping"}\\n{"type":"ready"}'); process.stdin.resume()`,
    },
  );
  scene.addFixture("neighbour", "echo.mjs", "neighbour", "ping", "pong");
  const host = scene.host();
  const started = host.start();
  await scene.event("state", (event) => event.extension === "neighbour" && event.state === "ready");
  expect(host.tools().map(({ extension }) => extension)).toEqual(["neighbour", "neighbour"]);
  await started;

  expect(host.tools().map(({ extension, name }) => `${extension}/${name}`)).toEqual([
    "slow/ping",
    "neighbour/pong",
  ]);
  expect(scene.log("neighbour")).toContain('[zot] tool "ping" is taken by extension slow; ignored');
});

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { repo, runZot } from "../support/run-zot.js";
import { makeFolder, ZotScreen } from "./support/zot-screen.js";

/** A guard as anyone would write it without an SDK: it asks in a panel, and shows how long it has been waiting. */
const ASKS = `
import json, os, sys, threading, time

lock = threading.Lock()


def send(frame):
    with lock:
        print(json.dumps(frame), flush=True)


def tick(started):
    while True:
        time.sleep(0.2)
        lines = ["waited %d s" % (time.monotonic() - started)]
        send({"type": "panel_render", "panel_id": "ask", "lines": lines})


send({"type": "hello", "name": "asker", "version": "1"})
send({"type": "subscribe", "intercept": ["tool_call"]})
send({"type": "ready"})
asked = None
for line in sys.stdin:
    frame = json.loads(line)
    if frame["type"] == "event_intercept":
        asked = frame["id"]
        send({"type": "open_panel", "panel": {"id": "ask", "title": "May it run?"}})
        threading.Thread(target=tick, args=(time.monotonic(),), daemon=True).start()
    elif frame["type"] == "panel_key" and frame.get("text") == "y":
        send({"type": "panel_close", "panel_id": "ask"})
        send({"type": "event_intercept_response", "id": asked})
    elif frame["type"] == "panel_key" and frame.get("text") == "a":
        send({"type": "event_intercept_response", "id": asked})
    elif frame["type"] == "panel_key" and frame.get("text") == "d":
        os._exit(3)
    elif frame["type"] == "panel_close":
        print("my panel was closed", file=sys.stderr, flush=True)
    elif frame["type"] == "shutdown":
        break
`;

function makeAsker() {
  const home = makeFolder();
  const dir = join(home, "extensions/asker");
  mkdirSync(dir, { recursive: true });
  const manifest = { name: "asker", exec: "python3", args: ["main.py"] };
  writeFileSync(join(dir, "extension.json"), JSON.stringify(manifest));
  writeFileSync(join(dir, "main.py"), ASKS);
  const mark = join(home, "mark");
  return {
    home,
    call: `call bash ${JSON.stringify({ command: `touch '${mark}'` })}`,
    hasRun: () => existsSync(mark),
    log: async () => (await runZot(["ext", "logs", "asker"], { env: { ZOT_HOME: home } })).stdout,
  };
}

const offline = ["--provider", "offline"];

test("R27: a guard that asks in a panel is answered after eight seconds, and its answer counts", async () => {
  const { home, call, hasRun } = makeAsker();
  const zot = new ZotScreen(offline, { home, columns: 120 });
  zot.send(call);
  await zot.waitFor("waited 8 s");
  expect(hasRun()).toBe(false);
  zot.type("y");
  await zot.waitFor("[exit 0]");
  expect(hasRun()).toBe(true);
  expect(await zot.screen()).not.toContain("May it run?");
  await zot.leave();
});

test("R27: a panel that the user closes unanswered refuses the call", async () => {
  const { home, call, hasRun, log } = makeAsker();
  const zot = new ZotScreen(offline, { home, columns: 120 });
  zot.send(call);
  await zot.waitFor("waited 1 s");
  zot.press("esc");
  await zot.waitFor("tool call refused by extension guard");
  expect(hasRun()).toBe(false);
  await zot.leave();
  expect(await log()).toContain("my panel was closed");
});

test("R27: a guard that dies while it asks refuses the call, and its panel goes", async () => {
  const { home, call, hasRun } = makeAsker();
  const zot = new ZotScreen(offline, { home, columns: 120 });
  zot.send(call);
  await zot.waitFor("waited 1 s");
  zot.type("d");
  const screen = await zot.waitFor("tool call refused by extension guard");
  expect(screen).not.toContain("May it run?");
  expect(hasRun()).toBe(false);
  await zot.leave();
});

test("R27: a panel that a guard leaves open goes with its answer, and the guard is told", async () => {
  const { home, call, hasRun, log } = makeAsker();
  const zot = new ZotScreen(offline, { home, columns: 120 });
  zot.send(call);
  await zot.waitFor("May it run?");
  zot.type("a");
  await zot.waitFor((screen) => screen.includes("[exit 0]") && !screen.includes("May it run?"));
  expect(hasRun()).toBe(true);
  await zot.leave();
  expect(await log()).toContain("my panel was closed");
});

test.each(["-p", "--json"])(
  "R27: in %s, where nobody can be asked, a guard that asks refuses the call",
  async (mode) => {
    const { home, call, hasRun } = makeAsker();
    const args = [mode, ...offline, call];
    const { stdout } = await runZot(args, { env: { ZOT_HOME: home }, cwd: home });
    expect(stdout).toContain("tool call refused by extension guard");
    expect(hasRun()).toBe(false);
  },
);

test("R27: the user can let the calls of a guard pass that could not ask", async () => {
  const { home, call, hasRun } = makeAsker();
  writeFileSync(join(home, "config.json"), JSON.stringify({ on_failure: { asker: "allow" } }));
  await runZot(["-p", ...offline, call], { env: { ZOT_HOME: home }, cwd: home });
  expect(hasRun()).toBe(true);
});

const sdk = pathToFileURL(join(repo, "packages/cli/dist/sdk/index.js")).href;

/** The obvious guard of the SDK: whoever closes the panel has not said yes. */
const SDK_ASKS = `
import { extension } from ${JSON.stringify(sdk)};
extension({ name: "asker" })
  .intercept("tool_call", async ({ tool_name }, zot) => {
    const panel = zot.openPanel({ title: "May it run?", lines: [tool_name] });
    zot.signal.addEventListener("abort", () => zot.notify("info", "nobody waits any more"));
    for await (const { text } of panel) {
      if (text === "y") return;
      if (text === "n") return { block: true, reason: "you said no" };
    }
  })
  .run();`;

function makeSdkAsker() {
  const asker = makeAsker();
  const dir = join(asker.home, "extensions/asker");
  const manifest = { name: "asker", exec: "node", args: ["main.mjs"] };
  writeFileSync(join(dir, "extension.json"), JSON.stringify(manifest));
  writeFileSync(join(dir, "main.mjs"), SDK_ASKS);
  return asker;
}

test("R27: with the SDK, yes and no count, a closed panel refuses, and panels go with the answer", async () => {
  const { home, call, hasRun } = makeSdkAsker();
  const zot = new ZotScreen(offline, { home, columns: 120 });
  zot.send(call);
  await zot.waitFor("May it run?");
  zot.type("n");
  await zot.waitFor((screen) => screen.includes("you said no") && !screen.includes("May it run?"));
  zot.send(call);
  await zot.waitFor("May it run?");
  zot.press("esc");
  await zot.waitFor("tool call refused by extension guard");
  expect(hasRun()).toBe(false);
  zot.send(call);
  await zot.waitFor("May it run?");
  zot.type("y");
  await zot.waitFor((screen) => screen.includes("[exit 0]") && !screen.includes("May it run?"));
  expect(hasRun()).toBe(true);
  await zot.leave();
});

test("R27: with the SDK, a guard that can't ask in -p refuses the call", async () => {
  const { home, call, hasRun } = makeSdkAsker();
  const { stdout } = await runZot(["-p", ...offline, call], { env: { ZOT_HOME: home }, cwd: home });
  expect(stdout).toContain("panels can't open in this mode");
  expect(hasRun()).toBe(false);
});

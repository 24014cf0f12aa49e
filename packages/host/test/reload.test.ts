import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HostError } from "../src/index.js";
import { fixture, Scene, textOf } from "./support/scene.js";
import { isAlive, until } from "./support/wait.js";

function manifest(name: string, ...tools: string[]) {
  return { name, exec: process.execPath, args: [fixture("echo.mjs"), name, ...tools] };
}

test("a reload swaps processes and registrations as one, once the new one is ready", async () => {
  const scene = new Scene();
  const dir = scene.addGlobal("one", manifest("one", "old", "both"));
  const host = await scene.start();
  const { pid = 0 } = host.extensions()[0] ?? {};
  const seen = new Set<string>();
  host.subscribe(() =>
    seen.add(
      host
        .tools()
        .map(({ name }) => name)
        .join(" "),
    ),
  );

  scene.write(dir, manifest("one", "both", "new"), {});
  expect(await host.reload("one")).toEqual([{ extension: "one", ok: true }]);
  expect([...seen]).toEqual(["both new"]);
  expect(JSON.parse(textOf(await host.callTool("both", {})))).not.toMatchObject({ pid });
  await until(() => !isAlive(pid));
  expect(host.extensions()[0]).toMatchObject({ state: "ready", reason: undefined });
});

test("a reload that fails keeps the old process, and says why", async () => {
  const scene = new Scene();
  const dir = scene.addGlobal("one", manifest("one", "tool"));
  const host = await scene.start();
  const { pid } = host.extensions()[0] ?? {};

  for (const [broken, reason] of [
    [{ ...manifest("one"), exec: "no-such-program-anywhere" }, /not found on PATH/],
    [
      { ...manifest("one"), args: [fixture("exits-early.sh")], exec: "sh" },
      /exit code 3.*no config/,
    ],
  ] as const) {
    scene.write(dir, broken, {});
    expect(await host.reload("one")).toEqual([
      { extension: "one", ok: false, reason: expect.stringMatching(reason) as string },
    ]);
    expect(host.extensions()[0]).toMatchObject({ state: "ready", pid });
    expect(textOf(await host.callTool("tool", {}))).toContain(`"pid":${pid}`);
  }
  writeFileSync(join(dir, "extension.json"), "{");
  expect(await host.reload("one")).toMatchObject([{ ok: false }]);
  expect(scene.shownFaults().map(({ code }) => code)).toContain("reload-failed");
});

test("after a reload the faults of an extension are counted from the beginning", async () => {
  const scene = new Scene();
  scene.addFixture("noisy", "noisy.mjs");
  const host = await scene.start();
  const counts = () =>
    scene.of("fault").flatMap((fault) => (fault.code === "stdout-noise" ? [fault.count] : []));
  const before = counts();
  expect(before).toEqual(before.map((_, at) => at + 1));
  expect(before.length).toBeGreaterThan(1);
  await host.reload("noisy");
  expect(counts()).toEqual([...before, ...before]);
});

test("a reload of all starts what is new, stops what is gone or disabled", async () => {
  const scene = new Scene();
  scene.addGlobal("a", manifest("a", "ta"));
  const b = scene.addGlobal("b", manifest("b", "tb"));
  const c = scene.addGlobal("c", manifest("c", "tc"));
  const host = await scene.start();
  const [, pidB = 0, pidC = 0] = host.extensions().map(({ pid }) => pid);

  rmSync(b, { recursive: true });
  scene.write(c, { ...manifest("c", "tc"), enabled: false }, {});
  scene.addGlobal("d", manifest("d", "td"));
  expect(await host.reload()).toEqual([
    { extension: "a", ok: true },
    { extension: "c", ok: true },
    { extension: "d", ok: true },
  ]);
  expect(host.extensions().map(({ name, state }) => [name, state])).toEqual([
    ["a", "ready"],
    ["c", "disabled"],
    ["d", "ready"],
  ]);
  expect(host.tools().map(({ name }) => name)).toEqual(["ta", "td"]);
  await until(() => !isAlive(pidB) && !isAlive(pidC));
});

test("a reload of an unknown name, before the start or after the stop is the caller's mistake", async () => {
  const scene = new Scene();
  const host = scene.host();
  await expect(host.reload()).rejects.toThrow(HostError);
  await host.start();
  await expect(host.reload("nobody")).rejects.toThrow('no extension "nobody"; there are: none');
  await host.stop();
  await expect(host.reload()).rejects.toThrow("the host is stopped");
});

test("a stop in the middle of everything leaves nothing behind", async () => {
  const scene = new Scene();
  scene.addGlobal("one", manifest("one", "tool"));
  scene.addFixture("never-hello", "never-hello.sh");
  scene.addFixture("crash-loop", "crash-loop.mjs");
  const host = scene.host({ timing: { shutdownMs: 50, terminateMs: 500 } });
  void host.start();
  await scene.event("state", ({ state }) => state === "starting");
  await host.stop();
  await host.stop();
  expect(host.extensions().map(({ pid, state }) => [pid, state])).toEqual(
    Array(3).fill([undefined, "stopped"]),
  );
});

import { extension } from "@zot/ext";
import { startInMemory } from "@zot/ext/testing";
import { expect, test } from "vitest";

test("hello comes first, ready last, registrations between them", async () => {
  const probe = extension({ name: "probe", version: "1.2.3" })
    .command("c", { description: "a command", run: () => undefined })
    .tool("t", { description: "a tool", run: () => "" })
    .on("turn_end", () => undefined)
    .intercept("tool_call", () => undefined, { on_failure: "deny" });
  await using host = await startInMemory(probe);
  expect(host.frames).toEqual([
    {
      type: "hello",
      name: "probe",
      version: "1.2.3",
      capabilities: [
        ...["commands", "tools", "events", "panels"],
        ...["tool_cancel", "call_tool", "intercept_cancel", "command_cancel"],
      ],
    },
    { type: "register_tool", name: "t", description: "a tool", schema: { type: "object" } },
    { type: "register_command", name: "c", description: "a command" },
    { type: "subscribe", events: ["turn_end"] },
    { type: "subscribe", intercept: ["tool_call"], on_failure: "deny" },
    { type: "ready" },
  ]);
});

test("registrations may depend on what zot says of itself, and come before ready", async () => {
  const probe = extension({ name: "probe" }).setup(async ({ host }) => {
    await Promise.resolve();
    if (host.provider === "offline") {
      probe.tool("local", { description: "", run: () => `${host.model} in ${host.cwd}` });
    }
  });
  const offline = await startInMemory(probe, {
    host: { provider: "offline", model: "m", cwd: "/p" },
  });
  expect((await offline.callTool("local")).text).toBe("m in /p");
  expect(offline.frames.map(({ type }) => type)).toEqual([
    "hello",
    "register_tool",
    "ready",
    "tool_result",
  ]);
  await offline.stop();

  await using other = await startInMemory(probe, { host: { provider: "anthropic" } });
  expect(other.registered.tools.size).toBe(0);
});

test("a setup that throws is told to the user, and the rest still works", async () => {
  const probe = extension({ name: "probe" })
    .setup(() => {
      throw new Error("no database");
    })
    .command("still", { run: () => "here" });
  await using host = await startInMemory(probe);
  expect(host.notes).toEqual([{ level: "error", message: "no database" }]);
  expect((await host.runCommand("still")).display).toBe("here");
});

test("a handler learns where it runs", async () => {
  await using host = await startInMemory(
    extension({ name: "probe" }).command("where", { run: (_, zot) => JSON.stringify(zot.host) }),
    { host: { extension_dir: "/e", data_dir: "/d", cwd: "/c", provider: "p", model: "m" } },
  );
  const { display = "" } = await host.runCommand("where");
  expect(JSON.parse(display)).toMatchObject({
    extension_dir: "/e",
    data_dir: "/d",
    cwd: "/c",
    provider: "p",
    model: "m",
    protocol_version: 1,
  });
});

test("goodbye aborts what runs, cleans up, and is acknowledged last", async () => {
  const seen: string[] = [];
  const probe = extension({ name: "probe" })
    .command("run", {
      run(_, zot) {
        zot.signal.addEventListener("abort", () => seen.push("aborted"));
      },
    })
    .onShutdown(() => {
      throw new Error("clean-up is broken");
    })
    .onShutdown(async () => {
      await Promise.resolve();
      seen.push("cleaned up");
    });
  const host = await startInMemory(probe);
  await host.runCommand("run");
  await host.stop();
  expect(seen).toEqual(["aborted", "cleaned up"]);
  expect(host.frames.at(-1)).toEqual({ type: "shutdown_ack" });
  expect(host.stderr).toContain("clean-up is broken");
});

test("when zot just vanishes nothing more is written", async () => {
  let signal: AbortSignal | undefined;
  const host = await startInMemory(
    extension({ name: "probe" }).command("run", {
      run(_, zot) {
        signal = zot.signal;
      },
    }),
  );
  await host.runCommand("run");
  await host.disconnect();
  expect(signal?.aborted).toBe(true);
  expect(host.frames.at(-1)?.type).toBe("command_response");
});

test("names are registered once", () => {
  const probe = extension({ name: "probe" })
    .tool("t", { description: "", run: () => "" })
    .command("c", { run: () => undefined });
  expect(() => probe.tool("t", { description: "", run: () => "" })).toThrow(/"t" .* twice/);
  expect(() => probe.command("C", { run: () => undefined })).toThrow(/"\/c" .* twice/);
});

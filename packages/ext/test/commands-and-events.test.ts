import { extension } from "@zot/ext";
import { startInMemory } from "@zot/ext/testing";
import { expect, test } from "vitest";

const begin = () => extension({ name: "probe" });

test("a command's answer says what zot does", async () => {
  await using host = await startInMemory(
    begin()
      .command("Show", { run: (args) => `got ${args}` })
      .command("display", { run: () => ({ display: "note" }) })
      .command("prompt", { run: () => ({ prompt: "ask" }) })
      .command("insert", { run: () => ({ insert: "put" }) })
      .command("error", { run: () => ({ error: "no" }) })
      .command("nothing", { run: () => undefined }),
  );
  const run = async (name: string, args?: string) => await host.runCommand(name, args);
  expect(await run("show", "a b")).toMatchObject({ action: "display", display: "got a b" });
  expect(await run("display")).toMatchObject({ action: "display", display: "note" });
  expect(await run("prompt")).toMatchObject({ action: "prompt", prompt: "ask" });
  expect(await run("insert")).toMatchObject({ action: "insert", insert: "put" });
  expect(await run("error")).toMatchObject({ action: "noop", error: "no" });
  expect(await run("nothing")).toMatchObject({ action: "noop" });
});

test("what a command throws is a red status line, and the extension goes on", async () => {
  await using host = await startInMemory(
    begin().command("broken", {
      async run() {
        await Promise.reject(new Error("it broke"));
      },
    }),
  );
  expect(await host.runCommand("broken")).toMatchObject({ action: "noop", error: "it broke" });
  expect(await host.runCommand("broken")).toMatchObject({ error: "it broke" });
});

test("notes have four levels and can be taken back", async () => {
  await using host = await startInMemory(
    begin()
      .command("note", {
        run(_, zot) {
          for (const level of ["info", "success", "warn", "error"] as const)
            zot.notify(level, level);
        },
      })
      .command("clear", {
        run(_, zot) {
          zot.clearNotes();
        },
      }),
  );
  await host.runCommand("note");
  expect(host.notes.map(({ level }) => level)).toEqual(["info", "success", "warn", "error"]);
  await host.runCommand("clear");
  expect(host.notes).toEqual([]);
});

test("an extension submits prompts and slash commands, but nothing else as a slash command", async () => {
  await using host = await startInMemory(
    begin().command("go", {
      run(_, zot) {
        zot.submit("look around");
        zot.submitSlash("/compact");
        zot.submitSlash("compact");
      },
    }),
  );
  expect((await host.runCommand("go")).error).toMatch(/starts with "\/": compact/);
  expect(host.submitted).toEqual(["look around", "/compact"]);
});

test("every handler of an event hears of it, and one that throws stops none", async () => {
  const heard: string[] = [];
  await using host = await startInMemory(
    begin()
      .on("turn_end", ({ stop }) => {
        heard.push(`first ${stop}`);
        throw new Error("first is broken");
      })
      .on("turn_end", ({ stop }, zot) => {
        heard.push(`second ${stop}`);
        zot.notify("info", "heard");
      }),
  );
  host.fireEvent("turn_end", { stop: "end" });
  expect(await host.waitForNote("first is broken")).toMatchObject({ level: "error" });
  await host.waitForNote("heard");
  expect(heard).toEqual(["first end", "second end"]);
  expect(host.frames.filter(({ type }) => type === "subscribe")).toHaveLength(1);
});

test("interceptors block, rewrite or let pass", async () => {
  await using host = await startInMemory(
    begin()
      .intercept("tool_call", ({ tool_name, tool_args }) => {
        if (tool_name === "bash") return { block: true, reason: "not here" };
        if (tool_name === "read") return { modified_args: { ...tool_args, limit: 9 } };
        return undefined;
      })
      .intercept("turn_start", ({ step }) =>
        step > 3 ? { block: true, reason: "enough" } : undefined,
      )
      .intercept("assistant_message", ({ text }) => ({ replace_text: text.toUpperCase() }))
      .intercept("before_agent_start", ({ system_prompt }) => ({
        system_prompt: `${system_prompt} Be brief.`,
      })),
  );
  const call = (tool_name: string) =>
    host.askInterceptor("tool_call", { tool_id: "1", tool_name, tool_args: { path: "a" } });
  expect(await call("bash")).toEqual({ block: true, reason: "not here" });
  expect(await call("read")).toEqual({ modified_args: { path: "a", limit: 9 } });
  expect(await call("write")).toEqual({});
  expect(await host.askInterceptor("turn_start", { step: 4 })).toEqual({
    block: true,
    reason: "enough",
  });
  expect(await host.askInterceptor("turn_start", { step: 1 })).toEqual({});
  expect(await host.askInterceptor("assistant_message", { text: "hi" })).toEqual({
    replace_text: "HI",
  });
  expect(await host.askInterceptor("before_agent_start", { system_prompt: "Help." })).toEqual({
    system_prompt: "Help. Be brief.",
  });
});

test("several interceptors of one event chain, and the first block wins", async () => {
  const seen: string[] = [];
  await using host = await startInMemory(
    begin()
      .intercept("assistant_message", ({ text }) => ({ replace_text: `${text}1` }))
      .intercept("assistant_message", ({ text }) =>
        text.startsWith("stop") ? { block: true, reason: "stopped" } : { replace_text: `${text}2` },
      )
      .intercept("assistant_message", ({ text }) => {
        seen.push(text);
      }),
  );
  expect(await host.askInterceptor("assistant_message", { text: "go" })).toEqual({
    replace_text: "go12",
  });
  expect(await host.askInterceptor("assistant_message", { text: "stop" })).toMatchObject({
    block: true,
  });
  expect(seen).toEqual(["go12"]);
});

test("an interceptor that throws means what its on_failure says", async () => {
  const broken = () => {
    throw new Error("out of order");
  };
  await using host = await startInMemory(
    begin().intercept("turn_start", broken).intercept("tool_call", broken, { on_failure: "deny" }),
  );
  expect(await host.askInterceptor("turn_start", { step: 1 })).toEqual({});
  expect(
    await host.askInterceptor("tool_call", { tool_id: "1", tool_name: "bash", tool_args: {} }),
  ).toEqual({ block: true, reason: "the tool_call guard failed: out of order" });
  expect([...host.registered.intercepts]).toEqual([
    ["turn_start", "allow"],
    ["tool_call", "deny"],
  ]);
});

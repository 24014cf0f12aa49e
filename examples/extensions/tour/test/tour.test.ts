import { startFolder, type TestHost } from "@zot/ext/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

let host: TestHost;
beforeAll(async () => {
  host = await startFolder(new URL("..", import.meta.url), {
    host: { provider: "offline" },
    tools: {
      read: ({ path }) => (path === "a.txt" ? "one\ntwo" : Promise.reject(new Error("no file"))),
    },
  });
});
afterAll(() => host.stop());

test("tools: zod and JSON Schema, text, images, failures, invalid args", async () => {
  const stations = (args: object) => host.callTool("stations", { ...args });
  expect((await stations({ city: "Berlin" })).text).toBe("Hauptbahnhof, Südkreuz, Gesundbrunnen");
  expect((await stations({ city: "Berlin", limit: 1 })).text).toBe("Hauptbahnhof");
  expect(await stations({ city: "Ulm" })).toMatchObject({ is_error: true });
  expect(await stations({ city: "Berlin", limit: 0 })).toMatchObject({ is_error: true });

  expect((await host.callTool("platform", { train: "ICE 7" })).text).toMatch(/platform 5/);
  expect((await host.callTool("platform", { train: "seven" })).text).toMatch(/must match/);
  const { content } = await host.callTool("map");
  expect(content.map(({ type }) => type)).toEqual(["text", "image"]);
});

test("a cancelled wait ends", async () => {
  const controller = new AbortController();
  const answer = host.callTool("wait", { minutes: 5 }, { signal: controller.signal });
  controller.abort();
  await expect(answer).rejects.toThrow();
});

test("commands and notes", async () => {
  expect((await host.runCommand("ticket", "Ulm")).insert).toBe("One ticket to Ulm, please.");
  expect((await host.runCommand("ticket")).error).toMatch(/Where to/);
  await host.runCommand("delay", "ICE 7");
  expect(host.notes).toEqual([{ level: "warn", message: "Ten minutes late: ICE 7" }]);
  await host.runCommand("delay", "over");
  expect(host.notes).toEqual([]);
});

test("events reach the log", async () => {
  host.fireEvent("turn_end", { stop: "end" });
  await host.waitUntil("it logged", () => host.stderr.includes("the turn ended: end"));
});

test("interceptors", async () => {
  const write = (path: string) =>
    host.askInterceptor("tool_call", { tool_id: "1", tool_name: "write", tool_args: { path } });
  expect(await write("pnpm.lock")).toMatchObject({ block: true });
  expect(await write("/a.txt")).toEqual({ modified_args: { path: "./a.txt" } });
  expect(await write("a.txt")).toEqual({});
  expect(await host.askInterceptor("turn_start", { step: 51 })).toMatchObject({ block: true });
  expect(await host.askInterceptor("assistant_message", { text: "Spaß" })).toEqual({
    replace_text: "Spass",
  });
  const { system_prompt } = await host.askInterceptor("before_agent_start", {
    system_prompt: "Hi.",
  });
  expect(system_prompt).toMatch(/^Hi\.\nAnswer in/);
});

test("an interceptor asks the user", async () => {
  const bash = (command: string) =>
    host.askInterceptor("tool_call", { tool_id: "1", tool_name: "bash", tool_args: { command } });
  expect(await bash("git status")).toEqual({});
  for (const [key, answer] of [
    ["y", {}],
    ["n", { block: true, reason: "The user does not want to push now." }],
    ["esc", { block: true, reason: "The user does not want to push now." }],
  ] as const) {
    const decision = bash("git push");
    const panel = await host.waitForPanel();
    expect(panel.lines).toEqual(["git push"]);
    panel.press(key);
    expect(await decision).toEqual(answer);
    await panel.waitForClose();
  }
});

test("a panel counts", async () => {
  await host.runCommand("counter");
  const panel = await host.waitForPanel("counter");
  panel.press("up", "up", "down");
  await panel.waitForText("\n1\n");
  panel.resize(30, 10);
  await panel.waitForText(/^#/);
  panel.press("esc");
  await host.waitForNote("You counted to 1.");
});

test("a tool asks the user", async () => {
  const answer = host.callTool("choose_seat", { seats: ["12A", "12B"] });
  const panel = await host.waitForPanel();
  panel.press("x", "2");
  expect((await answer).text).toBe("The user takes 12B.");
});

test("prompts, slash commands and tools of zot", async () => {
  await host.runCommand("plan", "a trip");
  expect(host.submitted).toEqual(["/compact", "Make a plan for: a trip"]);
  expect((await host.callTool("count_lines", { path: "a.txt" })).text).toBe("2 lines");
  expect(await host.callTool("count_lines", { path: "b.txt" })).toMatchObject({ is_error: true });
});

test("what it registers can depend on the host", async () => {
  expect((await host.runCommand("offline")).display).toMatch(/\/login/);
  expect(host.stderr).toContain(`works in ${host.info.cwd}; my data is in ${host.info.data_dir}`);
});

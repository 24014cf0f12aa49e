import { startFolder, type TestHost } from "@zot/ext/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

let host: TestHost;
beforeAll(async () => {
  host = await startFolder(new URL("..", import.meta.url));
});
afterAll(() => host.stop());

test("/hello-py greets from Python", async () => {
  const { display } = await host.runCommand("hello-py", "Ada");
  expect(display).toMatch(/^Hello, Ada, from Python 3\./);
});

test("the tool reverses a text, umlauts and line separators included", async () => {
  expect((await host.callTool("reverse", { text: "zöt\u2028!" })).text).toBe("!\u2028töz");
});

test("it writes nothing but frames", () => {
  expect(host.problems).toEqual([]);
});

import { startFolder, type TestHost } from "@zot/ext/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

let host: TestHost;
beforeAll(async () => {
  host = await startFolder(new URL("..", import.meta.url));
});
afterAll(() => host.stop());

test("/hello-sh greets from the shell", async () => {
  expect((await host.runCommand("hello-sh")).display).toBe("Hello, stranger, from the shell!");
});

test("quotes, backslashes and per cent signs in a name come back as they were", async () => {
  const name = String.raw`Ada "100%" \o/ %s`;
  const { display } = await host.runCommand("hello-sh", name);
  expect(display).toBe(`Hello, ${name}, from the shell!`);
});

test("it writes nothing but frames", () => {
  expect(host.problems).toEqual([]);
});

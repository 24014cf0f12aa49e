import { startFolder, type TestHost } from "@zot/ext/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

let host: TestHost;
beforeAll(async () => {
  host = await startFolder(new URL("..", import.meta.url));
});
afterAll(() => host.stop());

test("/now shows the time", async () => {
  const before = Date.now();
  const { action, display = "" } = await host.runCommand("now");
  expect(action).toBe("display");
  expect(Date.parse(display)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(display)).toBeLessThanOrEqual(Date.now());
});

test("/uptime shows for how long it has been running", async () => {
  expect((await host.runCommand("uptime")).display).toMatch(/^Up for \d+ s$/);
});

test("it writes nothing but frames", () => {
  expect(host.problems).toEqual([]);
});

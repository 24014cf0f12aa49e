import { startFolder, type TestHost } from "@zot/ext/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

let host: TestHost;
beforeAll(async () => {
  host = await startFolder(new URL("..", import.meta.url));
});
afterAll(() => host.stop());

test("the model learns the weather of a city, the same every time", async () => {
  const first = await host.callTool("weather", { city: "Berlin" });
  expect(first).toMatchObject({ text: "Berlin: 16 °C, fog", is_error: false });
  expect(await host.callTool("weather", { city: "Berlin" })).toEqual(first);
});

test("it converts to Fahrenheit", async () => {
  const { text } = await host.callTool("weather", { city: "Berlin", unit: "fahrenheit" });
  expect(text).toBe("Berlin: 61 °F, fog");
});

test("a call without a city is answered with what is missing", async () => {
  const { text, is_error } = await host.callTool("weather", {});
  expect(is_error).toBe(true);
  expect(text).toMatch(/^Invalid arguments for weather:\n- city: /);
});

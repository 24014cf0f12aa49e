import { startFolder, type TestHost } from "@zot/ext/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

let host: TestHost;
beforeAll(async () => {
  host = await startFolder(new URL("..", import.meta.url), { host: { model: "offline" } });
});
afterAll(() => host.stop());

test("/hello greets by name and tells the model", async () => {
  expect(await host.runCommand("hello", "Ada")).toMatchObject({
    action: "display",
    display: "Hello, Ada! You are talking to offline.",
  });
  expect((await host.runCommand("hello")).display).toMatch(/^Hello, stranger!/);
});

test("/summon sends a prompt as if the user had typed it", async () => {
  expect(await host.runCommand("summon", "Grace")).toMatchObject({
    action: "prompt",
    prompt: "Greet Grace warmly, in one sentence.",
  });
});

test("/summon without a name shows what to type", async () => {
  expect((await host.runCommand("summon")).error).toBe("Whom? Try /summon Ada");
});

import { startFolder, type TestHost } from "@zot/ext/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

let host: TestHost;
beforeAll(async () => {
  host = await startFolder(new URL("..", import.meta.url));
});
afterAll(() => host.stop());

const show = (text: string) => host.askInterceptor("assistant_message", { text });

test("the user sees no addresses and no keys", async () => {
  expect(await show("Mail ada@example.org, she has sk-abcdefghijklmnop1234.")).toEqual({
    replace_text: "Mail [e-mail removed], she has [key removed].",
  });
});

test("a message without any passes unchanged", async () => {
  expect(await show("All tests pass.")).toEqual({});
});

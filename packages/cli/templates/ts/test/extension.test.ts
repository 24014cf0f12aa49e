import assert from "node:assert/strict";
import { test } from "node:test";
import { startFolder } from "@zot/ext/testing";

await test("my-extension", async (t) => {
  const host = await startFolder(new URL("..", import.meta.url));
  t.after(() => host.stop());

  await t.test("the command greets by name", async () => {
    const { display } = await host.runCommand("my-extension", "Ada");
    assert.equal(display, "Hello, Ada!");
  });

  await t.test("the tool counts words", async () => {
    const { text } = await host.callTool("my_extension_count", { text: "one two  three" });
    assert.equal(text, "3 words");
  });
});

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startFolder } from "@zot/ext/testing";

let host;
before(async () => {
  host = await startFolder(import.meta.dirname);
});
after(() => host.stop());

test("it counts words", async () => {
  const { text } = await host.callTool("count_words", { text: "to be or not to be" });
  assert.equal(text, "6 words");
});

test("it refuses a call without a text", async () => {
  const { text, is_error } = await host.callTool("count_words", {});
  assert.equal(is_error, true);
  assert.match(text, /text: is missing/);
});

test("/shout fills the editor", async () => {
  const { insert } = await host.runCommand("shout", "hooray");
  assert.equal(insert, "HOORAY");
});

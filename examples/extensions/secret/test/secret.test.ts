import { createHmac } from "node:crypto";
import { startFolder } from "@zot/ext/testing";
import { expect, test } from "vitest";

const folder = new URL("..", import.meta.url);

test("what is typed shows as dots, and signs without ever leaving the extension", async () => {
  await using host = await startFolder(folder);
  const signed = host.callTool("sign", { text: "release 1.0" });
  const panel = await host.waitForPanel();
  expect(panel.title).toBe("Signing secret");
  panel.type("hunter23");
  panel.press("backspace");
  await panel.waitForText("❯ •••••••▏");
  panel.press("enter");

  const expected = createHmac("sha256", "hunter2").update("release 1.0").digest("hex");
  expect(await signed).toMatchObject({ text: expected, is_error: false });
  expect(panel.isOpen).toBe(false);
  expect(JSON.stringify(host.frames) + host.stderr).not.toMatch(/hunter/);

  // The second time it knows the secret.
  expect((await host.callTool("sign", { text: "release 1.0" })).text).toBe(expected);
  expect(host.panels).toHaveLength(1);
});

test("/secret asks for it, and a closed panel keeps nothing", async () => {
  await using host = await startFolder(folder);
  const closed = host.runCommand("secret");
  (await host.waitForPanel()).press("x", "esc");
  expect((await closed).display).toBe("There is no secret.");

  const kept = host.runCommand("secret");
  (await host.waitForPanel()).press("x", "enter");
  expect((await kept).display).toBe("The secret is set.");
});

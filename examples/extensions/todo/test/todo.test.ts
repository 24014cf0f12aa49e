import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startFolder } from "@zot/ext/testing";
import { expect, onTestFinished, test } from "vitest";

const folder = new URL("..", import.meta.url);

test("the user adds, ticks and deletes with keys", async () => {
  await using host = await startFolder(folder);
  await host.runCommand("todo");
  const panel = await host.waitForPanel("todo");
  expect(panel.lines).toEqual(["Nothing to do. Press n."]);

  panel.press("n");
  panel.type("buy milk?");
  panel.press("backspace", "enter", "n");
  panel.type("water plants");
  panel.press("enter");
  await panel.waitForText("Todo 0/2");
  expect(panel.lines).toEqual(["❯ [ ] buy milk", "  [ ] water plants"]);

  panel.press("down", " ");
  await panel.waitForText("Todo 1/2");
  expect(panel.lines).toEqual(["  [ ] buy milk", "❯ [x] water plants"]);

  panel.press("up", "d");
  await panel.waitForText("Todo 1/1");
  expect(panel.lines).toEqual(["❯ [x] water plants"]);

  panel.press("esc");
  expect(panel.isOpen).toBe(false);
});

test("the model and the user share one list", async () => {
  await using host = await startFolder(folder);
  await host.runCommand("todo", "write the docs");
  expect((await host.callTool("todo", { action: "add", text: "run the tests" })).text).toBe(
    "1. [ ] write the docs\n2. [ ] run the tests",
  );
  expect((await host.callTool("todo", { action: "toggle", number: 1 })).text).toContain(
    "1. [x] write the docs",
  );
  expect(await host.callTool("todo", { action: "toggle", number: 7 })).toMatchObject({
    text: "there is no entry 7",
    is_error: true,
  });
});

test("the list is still there the next time", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "todo-"));
  onTestFinished(() => {
    rmSync(cwd, { recursive: true });
  });
  const first = await startFolder(folder, { host: { cwd } });
  await first.runCommand("todo", "come back");
  await first.stop();

  await using second = await startFolder(folder, { host: { cwd } });
  expect((await second.callTool("todo", { action: "list" })).text).toBe("1. [ ] come back");
});

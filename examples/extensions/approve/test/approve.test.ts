import { startFolder, type TestHost } from "@zot/ext/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

let host: TestHost;
beforeAll(async () => {
  host = await startFolder(new URL("..", import.meta.url));
});
afterAll(() => host.stop());

const ask = async () => {
  const answer = host.callTool("approve", { question: "Delete the branch?" });
  return { answer, panel: await host.waitForPanel() };
};

test("the tool waits until the user says yes or no", async () => {
  const first = await ask();
  expect(first.panel).toMatchObject({ title: "Delete the branch?", lines: ["❯ Yes", "  No"] });
  first.panel.press("y");
  expect((await first.answer).text).toBe("The user approved.");
  expect(first.panel.isOpen).toBe(false);

  const second = await ask();
  second.panel.press("N");
  expect((await second.answer).text).toBe("The user refused.");
});

test("the arrows move the cursor and enter takes what it points at", async () => {
  const { answer, panel } = await ask();
  panel.press("down");
  await panel.waitForText("❯ No");
  panel.press("enter");
  expect((await answer).text).toBe("The user refused.");
});

test("any other key brings up a hint", async () => {
  const { answer, panel } = await ask();
  panel.press("x");
  await panel.waitForText("Please press y or n.");
  panel.press("y");
  expect((await answer).text).toBe("The user approved.");
});

test("closing the panel is a no", async () => {
  const { answer, panel } = await ask();
  panel.press("esc");
  expect((await answer).text).toMatch(/without an answer/);
});

test("a cancelled call takes its panel away", async () => {
  const controller = new AbortController();
  const answer = host.callTool("approve", { question: "Now?" }, { signal: controller.signal });
  const rejected = expect(answer).rejects.toThrow();
  const panel = await host.waitForPanel();
  controller.abort();
  await rejected;
  await panel.waitForClose();
});

test("zot is told that the tool needs a user", () => {
  expect(host.registered.tools.get("approve")?.interactive).toBe(true);
});

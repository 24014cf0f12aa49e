import { extension, type PanelSize } from "@zot/ext";
import { startInMemory } from "@zot/ext/testing";
import { expect, test } from "vitest";

const begin = () => extension({ name: "probe" });

test("a panel opens, redraws on keys and on new room, and says when the user closed it", async () => {
  const sizes: PanelSize[] = [];
  await using host = await startInMemory(
    begin().command("open", {
      run(_, zot) {
        zot.openPanel({
          title: "Keys",
          lines: ["none yet"],
          footer: "esc closes",
          onKey: ({ key, text }, panel) => {
            panel.render({ lines: [`${key}:${text}`] });
          },
          onResize: (size, panel) => {
            sizes.push(size);
            panel.render({ footer: `${size.width} wide` });
          },
          onClose: (panel) => {
            zot.notify("info", `closed, open: ${panel.isOpen}`);
          },
        });
      },
    }),
  );
  await host.runCommand("open");
  const panel = await host.waitForPanel();
  expect(panel).toMatchObject({ title: "Keys", lines: ["none yet"] });
  await panel.waitForText("80 wide");
  panel.press("up");
  await panel.waitForText("up:");
  panel.press("ä");
  await panel.waitForText("rune:ä");
  expect(panel.title).toBe("Keys");
  panel.resize(40, 10);
  await panel.waitForText("40 wide");
  panel.press("esc");
  await host.waitForNote("closed, open: false");
  expect(sizes).toEqual([
    { width: 80, height: 24 },
    { width: 40, height: 10 },
  ]);
});

test("a panel is the sequence of its keys, which ends when it closes", async () => {
  await using host = await startInMemory(
    begin().tool("ask", {
      description: "",
      async run(_, zot) {
        const typed: string[] = [];
        for await (const { text } of zot.openPanel({ title: "Type" })) typed.push(text);
        return typed.join("");
      },
    }),
  );
  const answer = host.callTool("ask");
  const panel = await host.waitForPanel();
  panel.type("hey");
  panel.close();
  expect((await answer).text).toBe("hey");
});

test("opening an id again replaces what is open under it", async () => {
  const closed: string[] = [];
  await using host = await startInMemory(
    begin().command("open", {
      run(title, zot) {
        zot.openPanel({
          id: "one",
          title,
          onKey: (_, panel) => {
            panel.render({ lines: [title] });
          },
          onClose: () => {
            closed.push(title);
          },
        });
      },
    }),
  );
  await host.runCommand("open", "first");
  await host.runCommand("open", "second");
  expect(closed).toEqual(["first"]);
  const panel = await host.waitForPanel("one");
  panel.press("x");
  await panel.waitForText("second\nsecond");
  expect(host.panels).toHaveLength(1);
});

test("a panel of a cancelled tool call closes, and drawing on it does nothing", async () => {
  await using host = await startInMemory(
    begin().tool("ask", {
      description: "",
      async run(_, zot) {
        const panel = zot.openPanel({ title: "Sure?" });
        for await (const input of panel) zot.log(input);
        panel.render({ lines: ["too late"] });
        panel.close();
        zot.notify("info", "gone");
        return "";
      },
    }),
  );
  const controller = new AbortController();
  const answer = host.callTool("ask", {}, { signal: controller.signal });
  const rejected = expect(answer).rejects.toThrow();
  const panel = await host.waitForPanel();
  controller.abort();
  await rejected;
  await host.waitForNote("gone");
  expect(panel.isOpen).toBe(false);
  expect(host.frames.filter(({ type }) => type === "panel_close")).toHaveLength(1);
  expect(host.frames.some(({ type }) => type === "panel_render")).toBe(false);
});

test("a key handler that throws is told to the user, and the panel stays", async () => {
  await using host = await startInMemory(
    begin().command("open", {
      run(_, zot) {
        zot.openPanel({
          onKey() {
            throw new Error("bad key");
          },
        });
      },
    }),
  );
  await host.runCommand("open");
  const panel = await host.waitForPanel();
  panel.press("x");
  expect(await host.waitForNote("bad key")).toMatchObject({ level: "error" });
  expect(panel.isOpen).toBe(true);
});

test("where zot has no screen, a tool that wants a panel fails at once and says why", async () => {
  await using host = await startInMemory(
    begin().tool("ask", {
      description: "",
      async run(_, zot) {
        for await (const { key } of zot.openPanel({ title: "Well?" })) return key;
        return "closed";
      },
    }),
    { host: { capabilities: ["tools"] } },
  );
  expect(await host.callTool("ask")).toMatchObject({
    text: "panels can't open in this mode: there is no user at the terminal",
    is_error: true,
  });
});

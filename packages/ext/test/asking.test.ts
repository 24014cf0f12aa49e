import { extension, type Zot } from "@zot/ext";
import { startInMemory } from "@zot/ext/testing";
import { expect, test } from "vitest";

const begin = () => extension({ name: "probe" });
const bash = { tool_id: "1", tool_name: "bash", tool_args: {} };

/** Waits until nobody wants its answer any more, and says so. */
const wait = (zot: Zot) =>
  new Promise<undefined>((resolve) => {
    zot.notify("info", "waiting");
    zot.signal.addEventListener("abort", () => {
      zot.notify("info", `over: ${(zot.signal.reason as Error).message}`);
      resolve(undefined);
    });
  });

test("the signal of an interceptor aborts when nobody waits for its decision, which is not sent", async () => {
  await using host = await startInMemory(begin().intercept("tool_call", (_, zot) => wait(zot)));
  const ended = new AbortController();
  const decision = host.askInterceptor("tool_call", bash, { signal: ended.signal });
  await host.waitForNote("waiting");
  ended.abort(new Error("enough"));
  await expect(decision).rejects.toThrow("enough");
  await host.waitForNote("over: nobody waits for this decision any more");
  expect(host.frames.some(({ type }) => type === "event_intercept_response")).toBe(false);
});

test("the signal of a command aborts when it is cancelled, and its answer is not sent", async () => {
  await using host = await startInMemory(begin().command("wait", { run: (_, zot) => wait(zot) }));
  const ended = new AbortController();
  const answer = host.runCommand("wait", "", { signal: ended.signal });
  await host.waitForNote("waiting");
  ended.abort(new Error("enough"));
  await expect(answer).rejects.toThrow("enough");
  await host.waitForNote("over: the command was cancelled");
  expect(host.frames.some(({ type }) => type === "command_response")).toBe(false);
});

test("the signal of a handler that is done still aborts when zot ends", async () => {
  const reasons: string[] = [];
  const keep = (zot: Zot) => {
    zot.signal.addEventListener("abort", () => {
      reasons.push((zot.signal.reason as Error).message);
    });
  };
  const host = await startInMemory(
    begin()
      .command("keep", {
        run: (_, zot) => {
          keep(zot);
        },
      })
      .tool("keep", {
        description: "",
        run: (_, zot) => {
          keep(zot);
          return "";
        },
      })
      .intercept("tool_call", (_, zot) => {
        keep(zot);
      }),
  );
  await host.runCommand("keep");
  await host.callTool("keep");
  await host.askInterceptor("tool_call", bash);
  await host.stop();
  expect(reasons).toEqual(Array(3).fill("zot is shutting down"));
});

test("a panel says for which call it was opened, while that call runs", async () => {
  let background!: Zot;
  let late!: Zot;
  const ask = async (zot: Zot) => {
    const panel = zot.openPanel({ title: "May it?" });
    for await (const key of panel) if (key.text === "y") panel.close();
  };
  await using host = await startInMemory(
    begin()
      .setup((zot) => {
        background = zot;
      })
      .intercept("tool_call", async (_, zot) => {
        late = zot;
        await ask(zot);
      })
      .tool("work", {
        description: "",
        run: async (_, zot) => {
          await ask(zot);
          return "done";
        },
      })
      .command("work", {
        run: async (_, zot) => {
          await ask(zot);
        },
      }),
  );
  const parents = () =>
    host.frames.flatMap((frame) =>
      frame.type === "open_panel" ? [frame.parent_id ?? "left out"] : [],
    );
  const decision = host.askInterceptor("tool_call", bash);
  const panel = await host.waitForPanel();
  // Without a word from us the host would take it for a question of the guard.
  background.openPanel({ id: "elsewhere" });
  await host.waitForPanel("elsewhere");
  panel.press("y");
  await decision;
  const working = host.callTool("work");
  (await host.waitForPanel("panel-3")).press("y");
  await working;
  const running = host.runCommand("work");
  (await host.waitForPanel("panel-4")).press("y");
  await running;
  late.openPanel({ id: "late" });
  await host.waitForPanel("late");
  expect(parents()).toEqual(["test-1", "", "test-2", "test-3", "left out"]);
});

test("the panel of a tool or an interceptor goes with its answer, that of a command stays", async () => {
  const closed: string[] = [];
  const open = (zot: Zot, id: string) =>
    zot.openPanel({
      id,
      onClose: () => {
        closed.push(id);
      },
    });
  await using host = await startInMemory(
    begin()
      .intercept("tool_call", (_, zot) => {
        open(zot, "guard");
      })
      .tool("work", {
        description: "",
        run: (_, zot) => {
          open(zot, "tool");
          return "";
        },
      })
      .command("work", {
        run: (_, zot) => {
          open(zot, "command");
        },
      }),
  );
  await host.runCommand("work");
  await host.callTool("work");
  await host.askInterceptor("tool_call", bash);
  await host.waitUntil("both were closed", () => closed.length === 2);
  expect(closed).toEqual(["tool", "guard"]);
  expect(host.panels.map(({ id, isOpen }) => `${id} ${isOpen}`)).toEqual([
    "command true",
    "tool false",
    "guard false",
  ]);
});

test("R27: a guard that could not ask refuses, whatever its on_failure", async () => {
  await using host = await startInMemory(
    begin().intercept("tool_call", async (_, zot) => {
      for await (const key of zot.openPanel({ title: "May it?" })) if (key.text === "y") return;
    }),
    { host: { capabilities: ["tools"] } },
  );
  expect(await host.askInterceptor("tool_call", bash)).toEqual({
    block: true,
    reason:
      "the tool_call guard could not ask: panels can't open in this mode: there is no user at the terminal",
  });
});

test("R27: a guard that fails after it asked refuses, whatever its on_failure", async () => {
  await using host = await startInMemory(
    begin().intercept("tool_call", (_, zot) => {
      zot.openPanel({ title: "May it?" });
      throw new Error("out of order");
    }),
  );
  expect(await host.askInterceptor("tool_call", bash)).toEqual({
    block: true,
    reason: "the tool_call guard failed: out of order",
  });
});

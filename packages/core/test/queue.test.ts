import { expect, test } from "vitest";
import type { QueueEntry } from "../src/index.js";
import { next, order, scriptedAgent, text } from "./helpers/agents.js";

const shown = (entries: readonly QueueEntry[]) => entries.map(({ kind, text }) => [kind, text]);

test("what waits is listed in the order in which it is taken, each with an id of its own", async () => {
  const { agent } = scriptedAgent([{ text: "x", hang: true }]);
  const image = { type: "image" as const, mime_type: "image/png", data: "AAAA" };
  const first = agent.prompt("a");
  await next(agent, "text_delta");
  const rest = [agent.prompt([...text("b"), image], { typed: "b" }), agent.compact()];
  void agent.steer("now");
  expect(shown(agent.queue.entries)).toEqual([
    ["steer", "now"],
    ["prompt", "b"],
    ["compact", ""],
  ]);
  expect(agent.queue.entries[1]).toMatchObject({ images: [image], typed: "b" });
  expect(new Set(agent.queue.entries.map(({ id }) => id)).size).toBe(3);
  agent.abort({ queue: true });
  expect(agent.queue.entries).toEqual([]);
  const stops = (await Promise.all([first, ...rest])).map(({ stop }) => stop);
  expect(stops).toEqual(["aborted", "aborted", "aborted"]);
});

test("what is dropped never starts, and the others go on", async () => {
  const { agent, client } = scriptedAgent([{ text: "x", hang: true }, { text: "c" }]);
  const first = agent.prompt("a");
  await next(agent, "text_delta");
  const second = agent.prompt("b");
  const third = agent.prompt("c");
  void agent.steer("s");
  const [steer, entry] = agent.queue.entries;
  expect([steer?.drop(), entry?.drop(), entry?.drop()]).toEqual([true, true, false]);
  expect(await second).toEqual({ stop: "aborted" });
  expect(shown(agent.queue.entries)).toEqual([["prompt", "c"]]);
  agent.abort();
  await Promise.all([first, third]);
  const said = client.requests.at(-1)?.messages.filter(({ role }) => role === "user");
  expect(said?.map(({ content }) => content)).toEqual([text("a"), text("c")]);
});

test("a prompt is in the queue until all that it needs is there, and can be dropped as long", async () => {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const { agent, client } = scriptedAgent([{ text: "hi" }], {
    whenReady: (signal) =>
      Promise.race([
        opened,
        new Promise<void>((resolve) => {
          signal.addEventListener("abort", () => {
            resolve();
          });
        }),
      ]),
  });
  const dropped = agent.prompt("first");
  void agent.steer("second");
  expect(shown(agent.queue.entries)).toEqual([
    ["prompt", "first"],
    ["steer", "second"],
  ]);
  expect([agent.busy, agent.isRunning]).toEqual([true, false]);
  for (const entry of agent.queue.entries) expect(entry.drop()).toBe(true);
  expect(agent.queue.entries).toEqual([]);
  expect(await dropped).toEqual({ stop: "aborted" });
  const aborted = agent.prompt("aborted");
  agent.abort();
  expect(agent.queue.entries).toEqual([]);
  await aborted;
  const kept = agent.prompt("third");
  const [entry] = agent.queue.entries;
  open();
  await next(agent, "user_message");
  expect([agent.isRunning, agent.queue.entries, entry?.drop()]).toEqual([true, [], false]);
  expect(await kept).toEqual({ stop: "end" });
  expect(client.requests).toHaveLength(1);
});

test("whoever listens hears of every change", async () => {
  const { agent } = scriptedAgent([{ text: "x", hang: true }, { text: "two" }]);
  const seen: string[] = [];
  const leave = agent.queue.subscribe(() => {
    const now = agent.queue.entries.map(({ text }) => text).join(" ");
    if (seen.at(-1) !== now) seen.push(now);
  });
  const first = agent.prompt("a");
  await next(agent, "text_delta");
  const second = agent.prompt("b");
  void agent.steer("s");
  agent.queue.entries[0]?.drop();
  agent.abort();
  await Promise.all([first, second]);
  expect(seen).toEqual(["", "b", "s b", "b", ""]);
  leave();
  await agent.prompt("c");
  expect(seen).toHaveLength(5);
});

test("a prompt may be prepared when its turn comes: it is sent as something else, or not at all", async () => {
  const { agent, client, events } = scriptedAgent([{ text: "ok" }]);
  const aside = agent.prompt("/show", { prepare: () => Promise.resolve({ stop: "end" }) });
  expect(await aside).toEqual({ stop: "end" });
  expect(order(events)).toBe("done");
  expect(agent.messages).toEqual([]);
  await agent.prompt("/expand", { prepare: () => Promise.resolve("the whole of it") });
  expect(client.requests[0]?.messages[0]?.content).toEqual(text("the whole of it"));
});

import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { SessionStore } from "../src/index.js";
import { newStore, readRecords, toolTurn, writeSession } from "./helpers/sessions.js";
import { tempFolder } from "./helpers/temp-folder.js";

test("files lie where the Go zot looks for them", async () => {
  const home = tempFolder();
  const store = new SessionStore({ home, cwd: "/home/me/project" });
  const path = await writeSession(store, [{ text: "hi" }]);
  expect(dirname(path)).toBe(join(home, "sessions", "225df3094012a213"));
  expect(basename(path)).toMatch(/^\d{8}-\d{6}-[0-9a-f]{8}\.jsonl$/);
});

test("the list has the one written to last first, and says what each is about", async () => {
  const store = newStore();
  const first = await writeSession(store, toolTurn, { prompts: ["make it so"] });
  const second = await writeSession(store, [{ text: "hi" }], { prompts: ["other"] });
  utimesSync(first, new Date(), new Date(Date.now() - 60_000));
  expect(store.list()).toMatchObject([
    { path: second, firstPrompt: "other", messages: 2 },
    { path: first, firstPrompt: "make it so", messages: 4, model: "scripted" },
  ]);
  await store.rename(first, "The first");
  expect(store.list()[0]).toMatchObject({ path: first, title: "The first" });
});

test("files with odd lines or other contents don't break the list", async () => {
  const store = newStore();
  const path = await writeSession(store, [{ text: "hi" }]);
  writeFileSync(path, readFileSync(path, "utf8") + "{broken\n\u0000");
  writeFileSync(join(store.folder, "empty.jsonl"), "");
  mkdirSync(join(store.folder, "folder"));
  expect(store.list()).toMatchObject([{ path, messages: 2 }]);
});

test("a fork goes on from a message, with its own cost so far, and knows its parent", async () => {
  const store = newStore();
  const lines = [{ text: "one" }, { text: "two" }, { text: "three" }];
  const path = await writeSession(store, lines, { prompts: ["a", "b", "c"] });
  const parent = store.open(path);
  await parent.close();
  const fork = store.open(await store.fork(path, { at: 4 }));
  expect(fork.messages).toEqual(parent.messages.slice(0, 4));
  expect(fork.usage.input).toBe(20);
  expect(fork.meta).toMatchObject({ parent: parent.id, fork_point: 4, model: "scripted" });
  expect(fork.id).not.toBe(parent.id);
  await fork.close();
  const whole = store.open(await store.fork(path));
  expect(whole.messages).toEqual(parent.messages);
  await whole.close();
});

test("a fork right after a call takes the result along", async () => {
  const store = newStore();
  const path = await writeSession(store, toolTurn);
  const fork = store.open(await store.fork(path, { at: 2 }));
  expect(fork.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
  expect(fork.meta.fork_point).toBe(3);
  expect(JSON.stringify(fork.messages)).not.toContain("interrupted");
  await fork.close();
});

test("the tree hangs forks under their parents, and survives circles and missing parents", async () => {
  const store = newStore();
  const root = await writeSession(store, [{ text: "hi" }]);
  const child = await store.fork(root);
  const grandchild = await store.fork(child);
  const shape = () =>
    JSON.parse(
      JSON.stringify(store.tree(), (key, value: unknown) =>
        key === "session" ? (value as { path: string }).path : value,
      ),
    ) as unknown;
  expect(shape()).toEqual([
    { session: root, forks: [{ session: child, forks: [{ session: grandchild, forks: [] }] }] },
  ]);
  store.delete(root);
  expect(shape()).toEqual([{ session: child, forks: [{ session: grandchild, forks: [] }] }]);

  const [meta] = readRecords(child) as [{ meta: Record<string, unknown> }];
  const [other] = readRecords(grandchild) as [{ meta: { id: string } }];
  const lines = readFileSync(child, "utf8").split("\n");
  lines[0] = JSON.stringify({ ...meta, meta: { ...meta.meta, parent: other.meta.id } });
  writeFileSync(child, lines.join("\n"));
  expect(store.tree().length).toBeGreaterThan(0);
});

test("an exported session names no directory, and comes back under a new id", async () => {
  const store = newStore("/home/someone/secret-project");
  const path = await writeSession(store, toolTurn, { prompts: ["Fix the *build*, please!"] });
  await store.rename(path, "Build fix");
  const folder = tempFolder();
  const file = await store.export(path, folder);
  expect(basename(file)).toMatch(/^\d{8}-\d{6}-[0-9a-f]{8}-build-fix\.zotsession$/);
  expect(readFileSync(file, "utf8")).not.toContain("secret-project");

  const elsewhere = newStore("/another/place");
  const imported = elsewhere.open(await elsewhere.import(file));
  const original = store.open(path);
  expect(imported.messages).toEqual(original.messages);
  expect(imported.usage).toEqual(original.usage);
  expect(imported.meta).toMatchObject({
    cwd: "/another/place",
    title: "Build fix",
    model: "scripted",
  });
  expect(imported.id).not.toBe(original.id);
  await imported.close();
  await original.close();
  expect(elsewhere.list()).toHaveLength(1);
});

test("a file that is no session is not imported", async () => {
  const store = newStore();
  const file = join(tempFolder(), "x.zotsession");
  writeFileSync(file, '{"type":"message"}\n');
  await expect(store.import(file)).rejects.toThrow(/not a zot session/);
  expect(store.list()).toEqual([]);
});

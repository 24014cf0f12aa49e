import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startFolder } from "@zot/ext/testing";
import { expect, test } from "vitest";

const folder = new URL("..", import.meta.url);

test("what the user notes, the model reads", async () => {
  await using host = await startFolder(folder);
  expect((await host.callTool("read_notes")).text).toBe("No notes yet.");
  expect((await host.runCommand("note", "the tests need Docker")).display).toBe(
    "Noted (1 in total).",
  );
  await host.runCommand("note", "releases go out on Tuesdays");

  const list = "1. the tests need Docker\n2. releases go out on Tuesdays";
  expect((await host.runCommand("notes")).display).toBe(list);
  expect(await host.callTool("read_notes")).toMatchObject({ text: list, is_error: false });
});

test("notes are kept in the project and go when cleared", async () => {
  await using host = await startFolder(folder);
  const file = join(host.info.cwd, ".zot/scratchpad-notes.jsonl");
  await host.runCommand("note", "two\nlines");
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ text: "two\nlines" });

  expect((await host.runCommand("clear-notes")).display).toBe("All notes are gone.");
  expect(existsSync(file)).toBe(false);
  expect((await host.runCommand("notes")).display).toBe("No notes yet.");
});

test("an empty note is refused in red", async () => {
  await using host = await startFolder(folder);
  expect((await host.runCommand("note")).error).toMatch(/^A note needs words/);
});

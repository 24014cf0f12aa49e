import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { newStore, readRecords, toolTurn, writeSession } from "./helpers/sessions.js";
import { tempFolder } from "./helpers/temp-folder.js";

describe("a file that is no session", () => {
  test.each([
    ["a text", "# Notes\n\nDo not lose this line, nor its end"],
    ["one line", "remember the milk"],
    ["a JSON file", '{\n  "name": "x"\n}\n'],
    ["another program's log", '{"type":"user","message":{}}\n{"type":"message'],
  ])("is refused and left as it is: %s", (_what, content) => {
    const path = join(tempFolder(), "notes.md");
    writeFileSync(path, content);
    expect(() => newStore().open(path)).toThrow(`${path} is not a session file`);
    expect(readFileSync(path, "utf8")).toBe(content);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test.each(["", '{"ty', '{"type":"meta","me', "\0\0\0\0"])(
    "is not what a crash left of the first record: %j",
    async (content) => {
      const path = join(tempFolder(), "s.jsonl");
      writeFileSync(path, content);
      const session = newStore().open(path);
      expect(session.messages).toEqual([]);
      await session.close();
    },
  );
});

describe("a file that broke:", () => {
  test("a torn last line is cut off, and what follows is written after it", async () => {
    const store = newStore();
    const path = await writeSession(store, [{ text: "hi" }]);
    const whole = readFileSync(path);
    appendFileSync(path, '{"type":"message","mess');
    const session = store.open(path);
    expect(session.cut).toBe(23);
    expect(session.messages).toHaveLength(2);
    await session.rename("t");
    await session.close();
    expect(readFileSync(path).subarray(0, whole.length)).toEqual(whole);
    expect(readRecords(path).at(-1)).toEqual({ type: "rename", title: "t" });
  });

  test("a last line that only lacks its line feed is kept", async () => {
    const store = newStore();
    const path = await writeSession(store, [{ text: "hi" }]);
    writeFileSync(path, readFileSync(path, "utf8").trimEnd());
    const session = store.open(path);
    expect(session.messages).toHaveLength(2);
    await session.rename("t");
    await session.close();
    expect(readRecords(path).at(-1)).toEqual({ type: "rename", title: "t" });
  });

  test("damage in the middle is reported with its line, and the model is told", async () => {
    const store = newStore();
    const path = await writeSession(store, [{ text: "hi" }, { text: "there" }], {
      prompts: ["a", "b"],
    });
    const lines = readFileSync(path, "utf8").split("\n");
    const damaged = lines.findIndex((line) => line.includes('"hi"'));
    lines[damaged] = '{"type":"mess\u0000';
    writeFileSync(path, lines.join("\n"));
    const session = store.open(path);
    expect(session.damage).toEqual([{ line: damaged + 1, problem: "not a record" }]);
    expect(session.messages.map(({ role }) => role)).toEqual(["user", "user", "user", "assistant"]);
    expect(JSON.stringify(session.messages[1])).toContain(`Line ${damaged + 1}`);
    await session.close();
    expect(readFileSync(path, "utf8")).toBe(lines.join("\n"));
  });

  test("a lost call takes its results along, a lost result is made up for", async () => {
    const store = newStore();
    const path = await writeSession(store, toolTurn);
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    const spoil = (role: string) => {
      const copy = join(tempFolder(), "copy.jsonl");
      const at = lines.findIndex((line) => line.includes(`"role":"${role}"`));
      writeFileSync(copy, [...lines.slice(0, at), "{}", ...lines.slice(at + 1)].join("\n") + "\n");
      const session = store.open(copy);
      void session.close();
      return session.messages;
    };
    expect(spoil("assistant").map(({ role }) => role)).toEqual(["user", "user", "assistant"]);
    const withoutResults = spoil("tool");
    expect(withoutResults.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "user",
      "assistant",
    ]);
    expect(withoutResults[2]).toMatchObject({
      content: [
        { call_id: "call_1_1", content: [{ text: "ein Überblick" }] },
        {
          call_id: "call_1_2",
          is_error: true,
          content: [{ text: "interrupted; effects unknown" }],
        },
      ],
    });
  });

  test("a call that was interrupted gets a result on file, and the results before it stay", async () => {
    const store = newStore();
    const path = await writeSession(store, toolTurn);
    const lines = readFileSync(path, "utf8").split("\n");
    const tool = lines.findIndex((line) => line.includes('"role":"tool"'));
    writeFileSync(path, lines.slice(0, tool).join("\n") + "\n");
    const session = store.open(path);
    await session.close();
    expect(readRecords(path).at(-1)).toMatchObject({
      type: "message",
      message: {
        role: "tool",
        content: [
          { call_id: "call_1_1", is_error: false, content: [{ text: "ein Überblick" }] },
          {
            call_id: "call_1_2",
            is_error: true,
            content: [{ text: "interrupted; effects unknown" }],
          },
        ],
      },
    });
    const again = store.open(path);
    expect(again.messages).toEqual(session.messages);
    await again.close();
  });
});

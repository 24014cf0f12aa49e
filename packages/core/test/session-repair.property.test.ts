import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { Message } from "@zot/providers";
import { expect, test } from "vitest";
import { newStore, toolTurn, writeSession } from "./helpers/sessions.js";
import { tempFolder } from "./helpers/temp-folder.js";

async function sample() {
  const store = newStore();
  const path = await writeSession(store, [...toolTurn, { text: "grüße 👋" }], {
    prompts: ["a", "b"],
  });
  return {
    store,
    bytes: readFileSync(path),
    copy: join(tempFolder({ inMemory: true }), "copy.jsonl"),
  };
}

/** Vendors refuse a transcript that breaks these rules. */
function expectPaired(messages: readonly Message[]): void {
  for (const [index, message] of messages.entries()) {
    const next = messages[index + 1];
    const calls =
      message.role === "assistant" ? message.content.filter((b) => b.type === "tool_call") : [];
    if (calls.length > 0) {
      expect(
        next?.role === "tool" && next.content.map((block) => block.call_id).toSorted(),
      ).toEqual(calls.map(({ id }) => id).toSorted());
    }
    if (message.role === "tool") expect(messages[index - 1]?.role).toBe("assistant");
  }
}

test("every byte prefix of a session opens, loses no whole record, and says what was cut", async () => {
  const { store, bytes, copy } = await sample();
  for (let length = 0; length <= bytes.length; length += 1) {
    const prefix = bytes.subarray(0, length);
    writeFileSync(copy, prefix);
    const session = store.open(copy);
    const start = prefix.lastIndexOf(10) + 1;
    const isWhole = bytes[length] === 10;
    expect(session.cut).toBe(isWhole ? 0 : length - start);
    expect(session.damage).toEqual([]);
    expectPaired(session.messages);
    await session.close();
    const after = readFileSync(copy);
    expect(after.subarray(0, length - session.cut)).toEqual(
      prefix.subarray(0, length - session.cut),
    );
    const again = store.open(copy);
    expect(again.cut).toBe(0);
    expect(again.messages).toEqual(session.messages);
    await again.close();
  }
});

test("any damage leaves a session that opens, the same each time, with calls and results paired", async () => {
  const { store, bytes, copy } = await sample();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.uint8Array({ minLength: 1, maxLength: 40 })), {
        minLength: 1,
        maxLength: 4,
      }),
      async (spots) => {
        const damaged = Buffer.from(bytes);
        for (const [at, patch] of spots) damaged.set(patch.subarray(0, damaged.length - at), at);
        writeFileSync(copy, damaged);
        const session = store.open(copy);
        expectPaired(session.messages);
        await session.close();
        const again = store.open(copy);
        expect(again.messages).toEqual(session.messages);
        await again.close();
      },
    ),
    { numRuns: 300 },
  );
});

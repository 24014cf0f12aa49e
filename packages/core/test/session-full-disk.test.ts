import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { echo, order, scriptedAgent } from "./helpers/agents.js";
import { asSaved } from "./helpers/as-saved.js";
import { readRecords, toolTurn } from "./helpers/sessions.js";
import { tempFolder } from "./helpers/temp-folder.js";

describe("a disk that is full:", () => {
  test("nothing is sent until it can be saved, and nothing is lost", async () => {
    const home = tempFolder();
    // A file where the folder should be: nothing can be written below it.
    writeFileSync(join(home, "sessions"), "");
    const { SessionStore } = await import("../src/index.js");
    const store = new SessionStore({ home, cwd: "/x" });
    const session = store.create({ provider: "scripted", model: "scripted" });
    const { agent, client, events } = scriptedAgent([{ text: "hi" }], { journal: session });
    const outcome = await agent.prompt("hello");
    expect(outcome).toMatchObject({ stop: "error" });
    expect(outcome.error).toMatch(/could not be saved/);
    expect(order(events)).toBe("save_failed error done");
    expect(client.requests).toEqual([]);
    expect(agent.messages).toHaveLength(1);
    expect(await agent.retry()).toMatchObject({ stop: "error" });
    expect(client.requests).toEqual([]);

    rmSync(join(home, "sessions"));
    mkdirSync(join(home, "sessions"));
    expect(await agent.retry()).toEqual({ stop: "end" });
    await session.close();
    const again = store.open(session.path);
    expect(again.messages).toEqual(asSaved(agent.messages));
    expect(again.messages).toHaveLength(2);
    await again.close();
  });
});

test.skipIf(process.platform === "win32")(
  "a record that the disk has no room for is cut off again",
  async () => {
    const folder = tempFolder();
    // Past the limit a write is cut short and then fails, as on a full disk.
    const child = spawn(
      "sh",
      [
        "-c",
        'ulimit -f 8; exec "$0" --import tsx --conditions=@zot/source "$@"',
        process.execPath,
        fileURLToPath(new URL("fixtures/fill-disk.ts", import.meta.url)),
        folder,
      ],
      { stdio: ["ignore", "pipe", "inherit"], cwd: fileURLToPath(new URL("..", import.meta.url)) },
    );
    const output = await readAll(child.stdout);
    const { path, saved, error } = JSON.parse(output) as {
      path: string;
      saved: number;
      error: string;
    };
    expect(error).toMatch(/EFBIG|ENOSPC/);
    expect(saved).toBeGreaterThan(0);
    const records = readRecords(path);
    expect(records.filter(({ type }) => type === "message")).toHaveLength(saved);
    expect(readFileSync(path, "utf8").endsWith("\n")).toBe(true);
  },
);

async function readAll(stream: AsyncIterable<Buffer>): Promise<string> {
  let all = "";
  for await (const chunk of stream) all += chunk.toString();
  return all;
}

test("results that can't be saved stop the work, and calls stay paired with results", async () => {
  const { agent, client, events } = scriptedAgent([...toolTurn], {
    tools: [echo],
    journal: {
      flush: () => Promise.resolve(),
      append: (entry) =>
        entry.type === "tool_result"
          ? Promise.reject(new Error("no space left"))
          : Promise.resolve(),
    },
  });
  expect(await agent.prompt("go")).toMatchObject({ stop: "error", cause: { code: "save_failed" } });
  expect(client.requests).toHaveLength(1);
  expect(agent.messages.at(-1)).toMatchObject({
    role: "tool",
    content: [
      { call_id: "call_1_1", is_error: false },
      {
        call_id: "call_1_2",
        is_error: true,
        content: [{ text: "not run: the session could not be saved" }],
      },
    ],
  });
  expect(order(events)).toMatch(
    /turn_end\{tool_use\} save_failed tool_result tool_result error done$/,
  );
});

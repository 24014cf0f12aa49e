import { readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RpcClient, type Frame } from "./support/rpc-client.js";
import { makeFolder, repo } from "./support/run-zot.js";

const ROUNDS = 200;

/** Open descriptors of a process, where the system tells. */
function countDescriptors(pid: number | undefined): number | undefined {
  try {
    return readdirSync(`/proc/${pid ?? 0}/fd`).length;
  } catch {
    return undefined;
  }
}

test(`${ROUNDS} prompts with tools, aborts and queueing lose no response and leak no descriptor`, async () => {
  const slow = join(await makeFolder(), "slow.json");
  await writeFile(slow, JSON.stringify([{ text: "word ", repeat: 10_000, delta_ms: 2 }]));
  const client = await RpcClient.start(["--ext", join(repo, "examples/extensions/weather")]);
  const sent: string[] = [];
  const command = (type: string, fields: object = {}) => {
    const id = `${sent.length}`;
    sent.push(id);
    client.send({ type, id, ...fields });
    return id;
  };
  const responseTo = (id: string) =>
    client.until((frame) => frame.type === "response" && frame.id === id);

  await responseTo(command("hello"));
  let before: number | undefined;
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round === 10) before = countDescriptors(client.child.pid);
    switch (round % 4) {
      case 0:
        command("prompt", { message: `call weather {"city":"City ${round}"}` });
        await client.untilType("done");
        break;
      case 1:
        command("prompt", { message: `script ${slow}` });
        await client.untilType("text_delta");
        command("abort");
        await client.untilType("done");
        break;
      case 2:
        command("prompt", { message: "one" });
        command("prompt", { message: 'call bash {"command":"echo two"}' });
        command("get_state");
        await client.untilType("done");
        await client.untilType("done");
        break;
      case 3:
        command("prompt", { message: "three" });
        await client.untilType("done");
        for (const type of ["ping", "get_models", "get_messages", "get_state"]) command(type);
        command("set_model", { model: "offline" });
        command("set_reasoning", { level: "low" });
        await responseTo(command("clear"));
        break;
    }
  }
  const after = countDescriptors(client.child.pid);
  expect(await client.leave()).toBe(0);

  const responses = client.frames.filter(({ type }) => type === "response");
  expect(responses.map(({ id }) => String(id)).sort()).toEqual(sent.toSorted());
  expect(responses.filter(({ success }) => success !== true)).toEqual([]);
  const count = (type: string) =>
    client.frames.filter((frame: Frame) => frame.type === type).length;
  const prompts = responses.filter((frame) => frame.command === "prompt").length;
  expect(count("done")).toBe(prompts);
  expect(count("tool_result")).toBe(count("tool_call"));
  expect(after).toBe(before);
});

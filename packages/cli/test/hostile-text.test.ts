import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findHostile, HOSTILE } from "./support/hostile.js";
import { runInPty } from "./support/run-in-pty.js";
import { makeFolder } from "./support/run-zot.js";

const payload = HOSTILE.map((sequence, at) => `${at}:${sequence}`).join(" ");

/** An extension that says hostile things wherever an extension may say something. */
async function writeHostileExtension(): Promise<string> {
  const folder = join(await makeFolder(), "hostile");
  await mkdir(folder);
  const manifest = { name: "hostile", exec: "node", args: ["main.mjs"] };
  await writeFile(join(folder, "extension.json"), JSON.stringify(manifest));
  const program = `
    const payload = ${JSON.stringify(payload)};
    const send = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
    send({ type: "hello", name: "hostile", version: payload });
    send({ type: "register_tool", name: "speak", description: payload, schema: { type: "object" } });
    send({ type: "register_tool", name: payload, schema: { type: "object" } });
    send({ type: "register_command", name: "show", description: payload });
    send({ type: "ready" });
    send({ type: "notify", level: "info", message: payload });
    process.stderr.write(payload);
    process.stdin.on("data", (bytes) => {
      for (const line of String(bytes).split("\\n").filter(Boolean)) {
        const { type, id } = JSON.parse(line);
        if (type === "tool_call") send({ type: "tool_result", id, content: [{ type: "text", text: payload }] });
        if (type === "command_invoked") send({ type: "command_response", id, action: "display", display: payload });
      }
    }).on("end", () => process.exit());`;
  await writeFile(join(folder, "main.mjs"), program);
  return folder;
}

describe("T7: hostile text on a terminal", () => {
  test("the corpus has at least 28 sequences, and raw it would be found", () => {
    expect(HOSTILE.length).toBeGreaterThanOrEqual(28);
    for (const sequence of HOSTILE) expect(findHostile(sequence)).toBeDefined();
  });

  test("a tool's output and an extension's notes reach it as text only", async () => {
    const folder = await writeHostileExtension();
    const { code, bytes } = await runInPty([
      ...["-p", "--provider", "offline", "--ext", folder, "call speak {}"],
    ]);
    expect(code).toBe(0);
    expect(bytes).toContain("[hostile] info: 0:");
    expect(bytes).toContain("hidden");
    expect(findHostile(bytes)).toBeUndefined();
  });

  test("what a command displays reaches it as text only", async () => {
    const folder = await writeHostileExtension();
    const { bytes } = await runInPty([
      ...["-p", "--provider", "offline", "--ext", folder, "/show"],
    ]);
    expect(bytes).toContain("hidden");
    expect(findHostile(bytes)).toBeUndefined();
  });

  test("names, flags and errors reach it as text only", async () => {
    const folder = join(await makeFolder(), "broken");
    await mkdir(folder);
    await writeFile(
      join(folder, "extension.json"),
      JSON.stringify({ name: payload, exec: payload }),
    );
    const runs = await Promise.all([
      runInPty(["-p", "--provider", payload, "hi"]),
      runInPty(["-p", `--${payload}`, "hi"]),
      runInPty(["-p", "--provider", "offline", "--ext", payload, "hi"]),
      runInPty(["-p", "--provider", "offline", "--ext", folder, "hi"]),
      runInPty(["-p", "--provider", "offline", "--cwd", payload, "hi"]),
      runInPty(["-p", "--provider", "offline", "--tools", payload, "hi"]),
      runInPty(["-p", "--provider", "offline", "--session", join(folder, "extension.json"), "hi"]),
    ]);
    for (const { bytes } of runs) {
      expect(bytes).not.toBe("");
      expect(findHostile(bytes)).toBeUndefined();
    }
  });
});

test("T8: an image in the answer is shown as its URL and never fetched", async () => {
  let hits = 0;
  const sink = createServer((_, response) => {
    hits += 1;
    response.end();
  });
  await new Promise<void>((resolve) => sink.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(sink.address() as AddressInfo).port}/?leak=secret`;
  const script = join(await makeFolder(), "image.json");
  await writeFile(script, JSON.stringify([{ text: `Look: ![chart](${url})` }]));
  const env = { ZOT_OFFLINE_SCRIPT: script };
  const { bytes } = await runInPty(["-p", "--provider", "offline", "go"], { env });
  sink.close();
  expect(bytes).toContain(url);
  expect(hits).toBe(0);
});

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import {
  decodeFromExtension,
  decodeManifest,
  encodeFrame,
  LineSplitter,
  type FromHost,
} from "../src/index.js";

const python = spawnSync("python3", ["--version"]).status === 0;
const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Runs the program as the host does, says all of `said`, and returns every frame that came back. */
async function talk(said: FromHost[]): Promise<unknown[]> {
  const cwd = folder("fixtures/greeter");
  const read = decodeManifest(readFileSync(`${cwd}/extension.json`, "utf8"));
  if (!read.ok) throw new Error(read.message);
  const { exec = "", args = [] } = read.manifest;
  const child = spawn(exec, args, { cwd, stdio: ["pipe", "pipe", "inherit"] });
  const splitter = new LineSplitter();
  const heard: unknown[] = [];
  child.stdout.on("data", (bytes: Uint8Array) => {
    for (const line of splitter.push(bytes)) {
      heard.push(line.ok ? decodeFromExtension(line.text) : line);
    }
  });
  child.stdin.end(said.map(encodeFrame).join(""));
  const [code] = (await once(child, "close")) as [number];
  expect(code).toBe(0);
  return heard;
}

describe.skipIf(!python)("the programs that the page shows", () => {
  test("the extension in Python speaks nothing but valid frames", async () => {
    const heard = await talk([
      { type: "tool_call", id: "1", name: "greet", args: { name: "Zoë" } },
      { type: "command_invoked", id: "2", name: "greet" },
      { type: "shutdown" },
    ]);
    expect(heard).toMatchObject([
      { ok: true, frame: { type: "hello", name: "greeter" } },
      { ok: true, frame: { type: "register_tool", name: "greet" } },
      { ok: true, frame: { type: "register_command", name: "greet" } },
      { ok: true, frame: { type: "ready" } },
      { ok: true, frame: { id: "1", content: [{ type: "text", text: "Hello, Zoë!" }] } },
      { ok: true, frame: { id: "2", action: "display", display: "Hello, stranger!" } },
      { ok: true, frame: { type: "shutdown_ack" } },
    ]);
  });

  test("the check in Python agrees with every case that it reads", () => {
    const { status, stdout } = spawnSync(
      "python3",
      [folder("fixtures/check-corpus.py"), folder("../corpus/v1")],
      { encoding: "utf8" },
    );
    expect(stdout).toMatch(/^[1-9]\d* cases agree/);
    expect(status).toBe(0);
  });
});

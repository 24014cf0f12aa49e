import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify, stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const script = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const zot = fileURLToPath(new URL("../../../../packages/cli/dist/zot.cjs", import.meta.url));

test("the protocol reads frames, tells what is wrong with others, and writes them", async () => {
  const { stdout } = await run(process.execPath, [script("protocol.mjs")]);
  const lines = stdout.split("\n");
  expect(lines.map((line) => line.split(":")[0])).toEqual([
    "frame",
    "invalid",
    "unknown-type",
    "not-json",
    '{"type"',
    "",
  ]);
  expect(lines).toContain("invalid: bad submit frame: text: is missing");
});

test("the host starts a new extension and calls its tool", async () => {
  const cwd = await mkdtemp(join(tmpdir(), "zot-readme-"));
  try {
    await run(process.execPath, [zot, "ext", "init", "hello", "--lang", "js"], { cwd });
    const { stdout, stderr } = await run(process.execPath, [script("host.mjs")], { cwd });
    expect({ stdout, stderr }).toEqual({ stdout: "6 words\n", stderr: "" });
  } finally {
    await rm(cwd, { recursive: true });
  }
});

test("the terminal toolkit draws markdown in a box", async () => {
  const { stdout } = await run(process.execPath, [script("tui.mjs")]);
  const rows = stripVTControlCharacters(stdout).trimEnd().split("\n");
  expect(rows[0]).toMatch(/^╭─ how to ─+╮$/);
  expect(rows.filter((row) => row.length !== 40)).toEqual([]);
  expect(rows.join("\n")).toContain("1. Boil water");
});

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const script = fileURLToPath(new URL("../index.js", import.meta.url));

test("the script is short, runs a tool turn with its own tool, and prints the events as they come", async () => {
  expect(readFileSync(script, "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(25);
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  const lines = stdout.trimEnd().split("\n");
  const types = lines.map((line) => line.split(" ")[0]).filter((type) => type !== "text_delta");
  expect(types.join(" ")).toBe(
    "user_message turn_start assistant_start tool_use_start tool_use_args tool_use_end usage assistant_message tool_call " +
      "turn_end tool_start tool_progress tool_result turn_start assistant_start usage assistant_message turn_end done",
  );
  expect(lines.find((line) => line.startsWith("tool_result"))).toMatch(/You rolled [1-6] of 6\./);
});

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { greyPng } from "../../core/test/helpers/pictures.js";
import { makeFolder, runZot } from "./support/run-zot.js";

const MEGABYTE = 1024;

/** Runs zot and tells how much memory it had at its height, in kilobytes. */
async function peakOf(png: Buffer): Promise<{ stdout: string; peak: number }> {
  const cwd = await makeFolder();
  await writeFile(join(cwd, "picture.png"), png);
  const hook = join(cwd, "hook.cjs");
  const report =
    'process.on("exit", () => require("fs").writeSync(2, `peak ${process.resourceUsage().maxRSS}\\n`));';
  await writeFile(hook, report);
  const { stdout, stderr } = await runZot(
    ["-p", "--no-session", "--provider", "offline", 'call read {"path":"picture.png"}'],
    { cwd, env: { NODE_OPTIONS: `--require ${hook}` } },
  );
  return { stdout, peak: Number(/peak (\d+)/.exec(stderr)?.[1]) };
}

test("R19: a picture of 12 KB that would unpack to a gigabyte takes no more memory than a small one", async () => {
  const bomb = greyPng(10_000, 10_000);
  expect(bomb.length).toBeLessThan(13_000);
  const small = await peakOf(greyPng(100, 100));
  const large = await peakOf(bomb);
  expect(small.stdout).toContain("image/png");
  expect(large.stdout).toContain("too large an image");
  expect(large.peak - small.peak).toBeLessThan(50 * MEGABYTE);
});

test("R19: a picture as large as zot unpacks stays within half a gigabyte", async () => {
  const { stdout, peak } = await peakOf(greyPng(5_000, 5_000));
  expect(stdout).toContain("image/png");
  expect(peak).toBeLessThan(512 * MEGABYTE);
});

const EXTENSION = `
const { readFileSync } = require("fs");
const send = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
send({ type: "hello", name: "painter", version: "1.0.0", capabilities: ["tools"] });
send({ type: "register_tool", name: "paint", description: "Paints", schema: { type: "object" } });
send({ type: "ready" });
let rest = "";
process.stdin.on("data", (bytes) => {
  const lines = (rest + bytes).split("\\n");
  rest = lines.pop();
  for (const line of lines) {
    const frame = JSON.parse(line);
    if (frame.type === "shutdown") process.exit(0);
    if (frame.type !== "tool_call") continue;
    const data = readFileSync(__dirname + "/bomb.png").toString("base64");
    send({ type: "tool_result", id: frame.id, content: [{ type: "image", mime_type: "image/png", data }] });
  }
});
process.stdin.on("end", () => process.exit(0));
`;

test("R19: such a picture from an extension is left out, and the model is told", async () => {
  const dir = await makeFolder();
  const manifest = { name: "painter", version: "1.0.0", exec: "node", args: ["main.cjs"] };
  await writeFile(join(dir, "extension.json"), JSON.stringify(manifest));
  await writeFile(join(dir, "main.cjs"), EXTENSION);
  await writeFile(join(dir, "bomb.png"), greyPng(10_000, 10_000));
  const { stdout } = await runZot([
    ...["-p", "--no-session", "--provider", "offline", "--ext", dir, "call paint {}"],
  ]);
  expect(stdout).toMatch(/image was left out[^\n]*10000 × 10000/);
});

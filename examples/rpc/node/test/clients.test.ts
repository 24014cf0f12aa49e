import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

const run = promisify(execFile);
const repo = fileURLToPath(new URL("../../../..", import.meta.url));
const rpc = join(repo, "examples/rpc");
const home = mkdtempSync(join(tmpdir(), "zot-rpc-"));
const env = { PATH: process.env.PATH, HOME: home, ZOT_HOME: home };
const zot = [
  ...[process.execPath, join(repo, "packages/cli/dist/zot.cjs"), "rpc", "--provider", "offline"],
  ...["--ext", join(repo, "examples/extensions/weather")],
];
const prompt = 'call weather {"city":"Berlin"}';

afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

test("the Node client shows the call and the answer, and leaves", async () => {
  const args = [join(rpc, "node/client.mjs"), prompt, "--", ...zot];
  const { stdout } = await run(process.execPath, args, { env });
  expect(stdout).toMatch(/^connected to offline\n\[weather \{"city":"Berlin"\}\]\nBerlin: .*\n$/);
});

test("the Python client shows the call and the answer, and leaves", async () => {
  const args = [join(rpc, "python/client.py"), prompt, "--", ...zot];
  const { stdout } = await run("python3", args, { env });
  expect(stdout).toMatch(/^connected to offline\n\[weather \{"city": "Berlin"\}\]\nBerlin: .*\n$/);
});

test("the shell client shows the answer and the end", async () => {
  const { stdout } = await run("sh", [join(rpc, "shell/client.sh"), prompt, ...zot], { env });
  expect(stdout).toContain('"text":"Berlin: ');
  expect(stdout.endsWith("done\n")).toBe(true);
});

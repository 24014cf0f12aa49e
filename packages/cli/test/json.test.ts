import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { typesOf, type Frame } from "./support/rpc-client.js";
import { findHostile, HOSTILE } from "./support/hostile.js";
import { runInPty } from "./support/run-in-pty.js";
import { runZotInPty } from "./support/run-zot-in-pty.js";
import { makeFolder, repo, runZot } from "./support/run-zot.js";

const bin = join(repo, "packages/cli/dist/zot.cjs");
const offline = ["--provider", "offline"];
const weather = ["--ext", join(repo, "examples/extensions/weather")];
const parse = (stdout: string) =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Frame);

/** Runs it in a terminal that is wide enough for any line; what it reads is typed. */
async function inTerminal(args: readonly string[], env: Record<string, string>, input: string) {
  const zot = await runZotInPty(args, { env: { ...env, TERM: "dumb" }, columns: 20_000 });
  if (input !== "") zot.type(input);
  await zot.waitFor(/"type":"done"/);
  if (input !== "") zot.type("\x04");
  const { output } = await zot.finished;
  const stdout = output
    .split("\r\n")
    .filter((line) => line.startsWith('{"type":') && line !== input.trim())
    .join("\n");
  return { stdout };
}

async function scriptEnv(answers: unknown): Promise<Record<string, string>> {
  const path = join(await makeFolder(), "script.json");
  await writeFile(path, JSON.stringify(answers));
  return { ZOT_OFFLINE_SCRIPT: path };
}

describe("zot --json", () => {
  test("prints the events of one prompt and nothing else on stdout", async () => {
    const { code, stdout } = await runZot([
      ...["--json", ...offline, ...weather],
      'call weather {"city":"Rome"}',
    ]);
    expect(code).toBe(0);
    const frames = parse(stdout);
    expect(frames[0]?.type).toBe("user_message");
    expect(frames.at(-1)).toEqual({ type: "done" });
    expect(typesOf(frames)).toContain("tool_result");
  });

  test("ends with 1 when the turn did not end well", async () => {
    const env = await scriptEnv([{ error: { message: "no" } }]);
    const { code, stdout } = await runZot(["--json", ...offline, "go"], { env });
    expect(code).toBe(1);
    expect(parse(stdout).at(-1)).toEqual({ type: "done" });
  });

  test("notes of extensions go to stderr", async () => {
    const guard = join(repo, "examples/extensions/guard");
    const { stdout, stderr } = await runZot([
      ...["--json", ...offline, "--ext", guard, 'call bash {"command":"sudo rm -rf /"}'],
    ]);
    for (const frame of parse(stdout)) expect(typeof frame.type).toBe("string");
    expect(stdout + stderr).toMatch(/refused|sudo/);
  });

  test("a reader that leaves early ends it quietly", async () => {
    const env = await scriptEnv([{ text: "word ", repeat: 100_000, delta_ms: 1 }]);
    const home = await makeFolder();
    const child = spawn(process.execPath, [bin, "--json", ...offline, "go"], {
      env: { PATH: process.env.PATH ?? "", HOME: home, ZOT_HOME: home, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    await once(child.stdout, "data");
    child.stdout.destroy();
    await once(child, "close");
    expect(stderr).toBe("");
  });
});

describe("signals", () => {
  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("%s aborts the turn, saves what was said, and exits %i", async (signal, expected) => {
    const env = await scriptEnv([{ text: "word ", repeat: 100_000, delta_ms: 1 }]);
    const home = await makeFolder();
    const child = spawn(process.execPath, [bin, "--json", ...offline, ...weather, "go"], {
      cwd: home,
      env: { PATH: process.env.PATH ?? "", HOME: home, ZOT_HOME: home, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      if (stdout.includes("text_delta") && !child.killed) child.kill(signal);
    });
    const [code] = (await once(child, "close")) as [number];
    expect(code).toBe(expected);
    expect(parse(stdout).slice(-2)).toEqual([
      { type: "turn_end", stop: "aborted" },
      { type: "done" },
    ]);
    const again = await runZot(["--json", ...offline, "-c", "and?"], {
      cwd: home,
      env: { ZOT_HOME: home },
    });
    expect(again.code).toBe(0);
  });
});

describe("a person at the terminal", () => {
  test.each([["--json"], ["rpc"]])(
    "R18: %s on a terminal shows no character that acts on it, and is the same JSON",
    async (mode) => {
      const odd = `${HOSTILE.join(" ")} \u200b \u{e0041} ü 漢 😀`;
      const env = await scriptEnv([{ text: odd }]);
      const run = (isTerminal: boolean) => {
        const args = mode === "rpc" ? ["rpc", ...offline] : ["--json", ...offline, "go"];
        const input = mode === "rpc" ? '{"type":"prompt","message":"go"}\n' : "";
        return isTerminal ? inTerminal(args, env, input) : runZot(args, { env, input });
      };
      const [shown, piped] = await Promise.all([run(true), run(false)]);
      expect(findHostile(shown.stdout)).toBeUndefined();
      expect(shown.stdout).toContain("\\u009d0;c1 title\\u009c");
      const said = (stdout: string) =>
        parse(stdout).flatMap((frame) => (frame.type === "text_delta" ? [frame.delta] : []));
      expect(said(shown.stdout)).toEqual(said(piped.stdout));
      expect(said(piped.stdout).join("")).toBe(odd);
      expect(piped.stdout).toContain("\u009d0;c1 title\u009c");
    },
  );

  test("sees the tools that run, on stderr", async () => {
    const { bytes } = await runInPty([
      ...["-p", ...offline, ...weather, 'call weather {"city":"Rome"}'],
    ]);
    expect(bytes).toContain('• weather {"city":"Rome"}');
    expect(bytes).toContain("Rome: ");
  });
});

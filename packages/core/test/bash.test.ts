import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { runTool } from "./helpers/run-tool.js";
import { tempFolder } from "./helpers/temp-folder.js";

const bash = (
  command: string,
  options: Partial<Parameters<typeof runTool>[2]> & { timeout?: number } = {},
) => {
  const { timeout, ...rest } = options;
  return runTool("bash", { command, ...(timeout && { timeout }) }, { cwd: tempFolder(), ...rest });
};

/** Whether a process of that id runs; a zombie that nobody waited for yet does not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !(
    existsSync(`/proc/${pid}/stat`) && readFileSync(`/proc/${pid}/stat`, "latin1").includes(") Z")
  );
}

async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setImmediate(resolve));
}

test("standard output and error come back in the order they were written", async () => {
  const { text, is_error, details } = await bash("echo a; echo b >&2; echo c; exit 3");
  expect(text).toBe("a\nb\nc\n[exit 3]");
  expect(is_error).toBe(true);
  expect(details).toMatchObject({ exit_code: 3, truncated: false });
  expect(details?.duration_ms).toBeGreaterThan(0);
  expect((await bash("true")).text).toBe("[exit 0]");
  expect((await bash("  ")).text).toBe('"command" is empty');
});

test("R2: a command with a control character is not run, and the model reads why", async () => {
  const codes = Array.from({ length: 0xa0 }, (_, code) => code).filter(
    (code) => (code < 0x20 && code !== 0x09 && code !== 0x0a) || code >= 0x7f,
  );
  expect(codes).toHaveLength(30 + 33);
  for (const code of codes) {
    const cwd = tempFolder();
    const character = String.fromCharCode(code);
    const { text, is_error } = await bash(`git status ${character}; touch ran`, { cwd });
    const written = `\\x${code.toString(16).padStart(2, "0")}`;
    expect(is_error).toBe(true);
    expect(text).toContain(`holds the control character ${written} at place 12`);
    expect(text).not.toContain(character);
    expect(existsSync(join(cwd, "ran"))).toBe(false);
  }
  expect((await bash("if true\nthen\techo 'two\tlines ä 漢 \u202e'\nfi")).is_error).toBeFalsy();
});

test("a syntax error is readable", async () => {
  const { text, is_error } = await bash("if then");
  expect(is_error).toBe(true);
  expect(text).toMatch(/syntax error/i);
});

test("output is shown while the command runs, with characters whole", async () => {
  const cwd = tempFolder();
  const seen: string[] = [];
  const { text } = await bash(
    // The second half of the character comes only after the first was read.
    String.raw`printf 'gr\303'; until [ -e go ]; do :; done; printf '\274\303\237e'`,
    {
      cwd,
      onProgress: (piece) => {
        seen.push(piece);
        if (seen.join("").startsWith("gr"))
          void import("node:fs").then((fs) => {
            fs.writeFileSync(join(cwd, "go"), "");
          });
      },
    },
  );
  expect(text).toBe("grüße\n[exit 0]");
  expect(seen.join("")).toBe("grüße");
  expect(seen.length).toBeGreaterThan(1);
});

test("long output is cut in the middle, and all of it is on disk", async () => {
  const { text, details } = await bash("seq 1 100000");
  expect(text.length).toBeLessThan(60_000);
  expect(text).toMatch(/^1\n2\n3\n/);
  expect(text).toMatch(/\n99999\n100000\n\[exit 0\]$/);
  expect(text).toMatch(/\n… \[\d+ bytes left out; all of the output is in .+\] …\n/);
  expect(details?.truncated).toBe(true);
  const file = details?.full_output ?? "";
  expect(text).toContain(file);
  expect(readFileSync(file, "utf8")).toBe(
    Array.from({ length: 100_000 }, (_, i) => `${i + 1}\n`).join(""),
  );
  rmSync(dirname(file), { recursive: true });
});

describe.skipIf(process.platform === "win32")("ends what it started:", () => {
  test("an abort ends the whole group, also what ignores the polite signal", async () => {
    const cwd = tempFolder();
    const controller = new AbortController();
    let pids: number[] = [];
    const result = await bash(
      "trap '' TERM; (trap '' TERM; echo $BASHPID; while :; do sleep 1; done) & echo $$; wait; while :; do sleep 1; done",
      {
        cwd,
        signal: controller.signal,
        onProgress: (text) => {
          pids = [...pids, ...text.trim().split(/\s+/).map(Number)];
          if (pids.length >= 2) controller.abort();
        },
      },
    );
    expect(result).toMatchObject({ is_error: true, details: { ended: "aborted" } });
    expect(result.text).toMatch(/\[aborted\]$/);
    expect(pids.length).toBe(2);
    await Promise.all(pids.map(gone));
  });

  test("a time-out ends it too", async () => {
    const { text, is_error, details } = await bash("echo $$; sleep 1000", { timeout: 1 });
    expect(is_error).toBe(true);
    expect(text).toContain("[timed out after 1 s and was ended]");
    expect(details).toMatchObject({ ended: "timeout" });
    await gone(Number.parseInt(text, 10));
  });

  test("a process left in the background does not hold the result up", async () => {
    const { text, is_error } = await bash("sleep 1000 & echo $!");
    expect(is_error).toBe(false);
    const pid = Number.parseInt(text, 10);
    expect(isAlive(pid)).toBe(true);
    process.kill(pid, "SIGKILL");
    await gone(pid);
  });

  test("it has no terminal: a session of its own", async () => {
    const { text } = await bash(
      "test -t 0 && echo tty; (: < /dev/tty) 2>/dev/null && echo tty; ps -o sid= -p $$; echo $$",
    );
    expect(text).not.toContain("tty");
    const [sid, pid] = text.trim().split(/\s+/);
    expect(sid).toBe(pid);
  });
});

test("no API key reaches a command", async () => {
  const env = {
    PATH: process.env.PATH ?? "",
    ANTHROPIC_API_KEY: "sk-canary-1",
    ANTHROPIC_OAUTH_TOKEN: "sk-canary-5",
    MOONSHOT_API_KEY: "sk-canary-2",
    ZOTCORE_RPC_TOKEN: "sk-canary-4",
    COPY: "Bearer sk-canary-1",
    SOME_OTHER_API_KEY: "not-of-a-model",
    HARMLESS: "yes",
  };
  const { text } = await bash("env", { env });
  expect(text).not.toContain("canary");
  expect(text).not.toContain("COPY");
  expect(text).toContain("SOME_OTHER_API_KEY=not-of-a-model");
  expect(text).toContain("HARMLESS=yes");
});

test("a folder that is gone is an error, not a crash", async () => {
  const { is_error, text } = await bash("true", { cwd: "/nonexistent/folder" });
  expect(is_error).toBe(true);
  expect(text).toContain("did not start");
});

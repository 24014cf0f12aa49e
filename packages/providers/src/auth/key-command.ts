import { ProviderError } from "../errors.js";
import type { KeyCommand } from "./store/store.js";

const DEFAULT_TIMEOUT_MS = 120_000;
const LARGEST_OUTPUT = 64 * 1024;

/** What a command printed holds for this process: a password manager asks its user each time. */
const printed = new Map<string, Promise<string>>();

/**
 * The key that a program prints. It is run without a shell, and what it prints is in no error: it may be
 * a secret. It is run in `home`: many programs read settings from the folder that they start in, and a
 * project must have no say in this.
 */
export function runKeyCommand(
  provider: string,
  command: KeyCommand,
  home: string,
): Promise<string> {
  const id = JSON.stringify([command.program, command.args]);
  const running = printed.get(id) ?? run(provider, command, home);
  printed.set(id, running);
  // One that failed may work the next time.
  running.catch(() => printed.delete(id));
  return running;
}

async function run(provider: string, { program, args = [], timeout_ms }: KeyCommand, home: string) {
  const { execFile } = await import("node:child_process");
  const timeout = timeout_ms ?? DEFAULT_TIMEOUT_MS;
  const options = {
    timeout,
    cwd: home,
    maxBuffer: LARGEST_OUTPUT,
    encoding: "utf8",
  } as const;
  const fail = (why: string) => {
    const what = `the program that auth.json names for the key of ${provider}, ${JSON.stringify(program)},`;
    return new ProviderError("no_credential", `${what} ${why}`, { provider });
  };
  const output = await new Promise<string>((resolve, reject) => {
    const child = execFile(program, args, options, (error, stdout) => {
      if (error === null) resolve(stdout);
      else reject(fail(describe(error, timeout)));
    });
    child.stdin?.on("error", () => undefined).end();
  });
  const key = output.replace(/[\r\n]+$/, "");
  if (key.trim() === "") throw fail("printed nothing");
  if (/[\r\n]/.test(key)) throw fail("printed more than one line");
  return key;
}

function describe(error: Error & { code?: unknown; killed?: boolean }, timeout: number): string {
  if (error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") return "printed more than a key";
  if (error.killed === true) return `took longer than ${timeout / 1000} s`;
  if (error.code === "ENOENT") return "was not found";
  if (error.code === "EACCES") return "can't be executed";
  return `ended with exit code ${String(error.code)}`;
}

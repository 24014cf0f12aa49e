import { execFile } from "node:child_process";
import { promisify } from "node:util";

const COMMAND_MS = 180_000;
const MOST_OUTPUT = 64 * 1024 * 1024;
const execute = promisify(execFile);

/** Asynchronous, because the registry answers from this very process. Rejects with all that the command said. */
export async function run(command, args, { cwd, env = process.env }) {
  const running = execute(command, args, {
    cwd,
    env,
    timeout: COMMAND_MS,
    maxBuffer: MOST_OUTPUT,
    shell: process.platform === "win32",
  });
  running.child.stdin.end();
  try {
    return (await running).stdout;
  } catch (error) {
    const said = `${error.stdout ?? ""}${error.stderr ?? ""}`;
    throw new Error(`${command} ${args.join(" ")}\n${said}`, { cause: error });
  }
}

export function runPnpm(args, options) {
  return run("npx", ["-y", "pnpm@12.18.0", ...args], options);
}

const OURS = /^ZOT_|_API_KEY$|_TOKEN$|^NODE_TEST_CONTEXT$/;
/** Among them one that keeps a pnpm inside of a script from installing first. */
const SET_BY_A_RUNNER =
  /^INIT_CWD$|^PNPM_PACKAGE_NAME$|^pnpm_config_|^npm_(?!config_)|^npm_config_(?:local_)?prefix$/;

/** What a stranger's shell has: no keys of ours, no settings of a zot or of a runner around this script. */
export function strangersEnv(home) {
  const kept = Object.entries(process.env).filter(
    ([name]) => !OURS.test(name) && !SET_BY_A_RUNNER.test(name),
  );
  return { ...Object.fromEntries(kept), ZOT_HOME: home };
}

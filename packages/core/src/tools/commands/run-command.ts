import type { ChildProcess } from "node:child_process";
import { redactBytes, withoutCredentials } from "@zot/providers";
import { messageOf } from "../../errors.js";
import { confineCommand } from "../jail/confine.js";
import type { Jail } from "../jail/jail.js";
import { Output } from "./output.js";
import { Progress } from "./progress.js";
import { endGroup, startShell } from "./shell.js";
import { failed, type ToolContext, type ToolResult } from "../tool.js";

/** How long a command that is to end may tidy up. */
const TERM_GRACE_MS = 250;
/** What a command wrote before it ended may still be on its way; its children may hold the pipe for ever. */
const DRAIN_MS = 100;

interface Request extends ToolContext {
  command: string;
  seconds: number;
  jail: Jail | undefined;
  env: NodeJS.ProcessEnv;
}

interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Why we ended it, if we did. */
  because: "aborted" | "timeout" | undefined;
}

interface Outcome extends Ending {
  /** What of the command's doing was undone, in words for the model and the user. */
  undone: string;
}

/** Runs a command to its end, its time-out or its abort; leaves nothing of it behind in the last two cases. */
export async function runCommand(request: Request): Promise<ToolResult> {
  const confined = await confineCommand(request.jail, {
    cwd: request.cwd,
    env: withoutCredentials(request.env),
  });
  if ("refusal" in confined) return failed(confined.refusal);
  const started = performance.now();
  const output = new Output();
  const progress = new Progress(request.progress);
  // Before anything of it is kept: what is too long to send goes to a file.
  const redacted = redactBytes();
  const take = (chunk: Buffer) => {
    output.push(chunk);
    progress.push(chunk);
  };
  let ending: Ending;
  let undone: string;
  try {
    const child = startShell(request.command, {
      cwd: request.cwd,
      env: confined.env,
      wrap: confined.wrap,
      withInfo: confined.wrap.length > 0,
    });
    confined.watch(child);
    ending = await follow(child, request, (chunk) => {
      take(redacted.push(chunk));
    });
    take(redacted.end());
  } catch (error) {
    return failed(`the shell did not start: ${messageOf(error)}`);
  } finally {
    undone = await confined.release();
  }
  progress.end();
  const took = Math.round(performance.now() - started);
  return describe(output, { ...ending, undone }, request, took);
}

function follow(
  child: ChildProcess,
  { signal, seconds }: Request,
  onOutput: (chunk: Buffer) => void,
): Promise<Ending> {
  return new Promise((resolve, reject) => {
    let because: Ending["because"];
    let kill: NodeJS.Timeout | undefined;
    let drain: NodeJS.Timeout | undefined;
    const end = (reason: "aborted" | "timeout") => {
      because ??= reason;
      endGroup(child, "SIGTERM");
      kill ??= setTimeout(() => {
        endGroup(child, "SIGKILL");
      }, TERM_GRACE_MS);
    };
    const onAbort = () => {
      end("aborted");
    };
    const timeout = setTimeout(() => {
      end("timeout");
    }, seconds * 1_000);
    signal.addEventListener("abort", onAbort, { once: true });
    const settle = (done: () => void) => {
      clearTimeout(timeout);
      clearTimeout(kill);
      clearTimeout(drain);
      signal.removeEventListener("abort", onAbort);
      child.stdout?.destroy();
      child.stderr?.destroy();
      done();
    };
    child.stdout?.on("data", onOutput);
    child.stderr?.on("data", onOutput);
    child.once("error", (error) => {
      settle(() => {
        reject(error);
      });
    });
    // Not "close": a process that the command left in the background may keep the pipe open.
    child.once("exit", (code, exitSignal) => {
      if (because !== undefined) endGroup(child, "SIGKILL");
      const finish = () => {
        settle(() => {
          resolve({ code, signal: exitSignal, because });
        });
      };
      drain = setTimeout(finish, DRAIN_MS);
      child.once("close", finish);
    });
    if (signal.aborted) onAbort();
  });
}

function describe(output: Output, ending: Outcome, request: Request, took: number): ToolResult {
  const text = output.finish();
  const { code, signal, because, undone } = ending;
  const status =
    because === "aborted"
      ? "[aborted]"
      : because === "timeout"
        ? `[timed out after ${request.seconds} s and was ended]`
        : code === null
          ? `[ended by ${signal ?? "a signal"}]`
          : `[exit ${code}]`;
  return {
    content: [
      {
        type: "text",
        text: (text === "" || text.endsWith("\n") ? text + status : `${text}\n${status}`) + undone,
      },
    ],
    is_error: because !== undefined || code !== 0,
    details: {
      command: request.command,
      exit_code: code,
      duration_ms: took,
      truncated: output.truncated,
      ...(output.path === undefined ? {} : { full_output: output.path }),
      ...(because === undefined ? {} : { ended: because }),
    },
  };
}

import { optionalCount, requireString } from "./args.js";
import type { Jail } from "./jail/jail.js";
import { failed, type Tool } from "./tool.js";

const DEFAULT_TIMEOUT_S = 120;
const LONGEST_TIMEOUT_S = 3_600;

/** Where a command is shown, these could hide a part of it. */
const CONTROL = /[^\P{Cc}\n\t]/u;

export function bashTool(jail: Jail | undefined, env: NodeJS.ProcessEnv | undefined): Tool {
  return {
    name: "bash",
    description:
      "Run a shell command in the working directory; standard output and error come back together. " +
      `It has no terminal and no input. It is ended after "timeout" seconds (${DEFAULT_TIMEOUT_S} by default).`,
    schema: {
      type: "object",
      properties: {
        command: { type: "string" },
        timeout: { type: "integer", description: `seconds, at most ${LONGEST_TIMEOUT_S}` },
      },
      required: ["command"],
    },
    async run(args, context) {
      const command = requireString(args, "command");
      if (command.trim() === "") return failed('"command" is empty');
      const control = CONTROL.exec(command);
      if (control) return failed(describeControl(control));
      const timeout = optionalCount(args, "timeout") ?? DEFAULT_TIMEOUT_S;
      const { runCommand } = await import("./commands/run-command.js");
      return runCommand({
        ...context,
        command,
        jail,
        env: env ?? process.env,
        seconds: Math.min(timeout, LONGEST_TIMEOUT_S),
      });
    },
  };
}

function describeControl({ 0: character, index }: RegExpExecArray): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).padStart(2, "0");
  return (
    `"command" was not run: it holds the control character \\x${code} at place ${index + 1}, which could hide a part ` +
    `of it from the user. Have the shell make it instead, for example with printf '\\x${code}' or $'\\x${code}'.`
  );
}

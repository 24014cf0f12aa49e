import { optionalCount, requireString } from "./args.js";
import type { Jail } from "./jail.js";
import { failed, type Tool } from "./tool.js";

const DEFAULT_TIMEOUT_S = 120;
const LONGEST_TIMEOUT_S = 3_600;

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
      const timeout = optionalCount(args, "timeout") ?? DEFAULT_TIMEOUT_S;
      const { runCommand } = await import("./run-command.js");
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

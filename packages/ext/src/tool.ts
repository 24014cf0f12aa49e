import type { RegisterTool } from "@zot/protocol";
import { errorMessage } from "./error-message.js";
import { failure, toResult, type ToolAnswer, type ToolResult } from "./results.js";
import { checkArgs, toJsonSchema, type ArgsOf, type ToolSchema } from "./schema/read-schema.js";
import type { Zot } from "./zot.js";

/**
 * A tool that the model can call.
 *
 * @example
 * const reverse: ToolOptions<{ type: "object" }> = {
 *   description: "Reverses a text.",
 *   run: ({ text }) => String(text).split("").reverse().join(""),
 * };
 */
export interface ToolOptions<Schema extends ToolSchema> {
  /** Tells the model what the tool does and when to use it. */
  description: string;
  /** What the args look like. Args that don't fit are answered with an error; `run` never sees them. */
  schema?: Schema;
  /** The tool waits for the user, for example in a panel: no deadline, and refused where nobody watches. */
  interactive?: boolean;
  /** Does the work. What it throws becomes the tool's error. `zot.signal` aborts when nobody waits any more. */
  run: (args: ArgsOf<Schema>, zot: Zot) => ToolAnswer | Promise<ToolAnswer>;
}

/** A registered tool, its schema's type forgotten. */
export interface Tool {
  name: string;
  describe: () => RegisterTool;
  call: (args: unknown, zot: Zot) => Promise<ToolResult>;
}

export function defineTool<Schema extends ToolSchema>(
  name: string,
  { description, schema, interactive, run }: ToolOptions<Schema>,
): Tool {
  const shape: ToolSchema = schema ?? { type: "object" };
  return {
    name,
    describe: () => ({
      type: "register_tool",
      name,
      description,
      schema: toJsonSchema(name, shape),
      ...(interactive ? { interactive } : {}),
    }),
    async call(args, zot) {
      try {
        const checked = await checkArgs(name, shape, args);
        if (!checked.ok) return failure(checked.message);
        return toResult(await run(checked.args as ArgsOf<Schema>, zot));
      } catch (error) {
        if (!zot.signal.aborted) zot.log(error);
        return failure(errorMessage(error));
      }
    },
  };
}

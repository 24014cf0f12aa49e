import { builtInTools, type BuiltInToolsOptions, type ToolResult } from "../../src/index.js";
import { toToolResult } from "../../src/tools/tool.js";

export interface RunToolOptions extends BuiltInToolsOptions {
  cwd: string;
  signal?: AbortSignal;
  onProgress?: (text: string) => void;
}

/** Runs one of the built-in tools as an agent would. */
export async function runTool(
  name: string,
  args: Record<string, unknown>,
  options: RunToolOptions,
): Promise<ToolResult & { text: string }> {
  const tool = builtInTools(options).find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  const answer = await tool.run(args, {
    cwd: options.cwd,
    callId: "1",
    signal: options.signal ?? new AbortController().signal,
    progress: options.onProgress ?? (() => undefined),
  });
  const result = toToolResult(name, answer);
  const text = result.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  return { ...result, text };
}

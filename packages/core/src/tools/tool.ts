import type { ToolDefinition, ToolResultBlock } from "@zot/providers";

/**
 * Something that the model can do. A failure is data for the model: return `is_error`; what `run`
 * throws is turned into such a result.
 */
export interface Tool extends ToolDefinition {
  /** A string is short for a result with that text. */
  run(
    args: Record<string, unknown>,
    context: ToolContext,
  ): Promise<ToolResult | string> | ToolResult | string;
}

export interface ToolContext {
  /** Aborted when the user cancels. A tool then ends what it started, and returns soon. */
  signal: AbortSignal;
  cwd: string;
  callId: string;
  /** Who makes the call if not the model, as `Agent.runTool` was given it. */
  caller?: unknown;
  /** Shows text while the tool still works: a piece to append, not the whole again. */
  progress: (text: string) => void;
}

export interface ToolResult {
  content: ToolResultBlock["content"];
  is_error?: boolean;
  details?: ToolDetails;
}

/** What a renderer may show of a call beyond the text that the model reads. */
export interface ToolDetails {
  /** A unified diff. */
  diff?: string;
  path?: string;
  exit_code?: number | null;
  duration_ms?: number;
  /** The result is shorter than what the tool produced; `full_output` is a file with all of it. */
  truncated?: boolean;
  full_output?: string;
  /** Who changed the call's arguments, in order, and what it ran with. */
  rewritten_by?: string[];
  args?: Record<string, unknown>;
  blocked_by?: string;
  [key: string]: unknown;
}

/**
 * A result that tells the model what went wrong.
 *
 * @example
 * return failed("no such file: notes.txt");
 */
export function failed(text: string, details?: ToolDetails): ToolResult {
  return {
    content: [{ type: "text", text }],
    is_error: true,
    ...(details === undefined ? {} : { details }),
  };
}

/** What a tool returned, as a result. Programs without types get it wrong, and a turn must not end over that. */
export function toToolResult(name: string, answer: unknown): ToolResult {
  if (typeof answer === "string") return { content: [{ type: "text", text: answer }] };
  const { content } = (answer ?? {}) as Partial<ToolResult>;
  if (Array.isArray(content)) return answer as ToolResult;
  return failed(`tool "${name}" returned no content: a string or { content: […] } was expected`);
}

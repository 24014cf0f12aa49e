import type { CallOrigin } from "./host-tool-calls.js";

/**
 * A tool of an extension, as a model is told of it.
 *
 * @example
 * const tools: ExtensionTool[] = host.tools();
 * tools.map(({ extension, name }) => `${extension}/${name}`); // ["weather/forecast"]
 */
export interface ExtensionTool {
  extension: string;
  name: string;
  description: string;
  schema: Record<string, unknown>;
  interactive: boolean;
}

/**
 * A slash command of an extension, in the spelling that it registered.
 *
 * @example
 * const commands: ExtensionCommand[] = host.commands();
 */
export interface ExtensionCommand {
  extension: string;
  name: string;
  description: string;
}

/**
 * What goes with a tool call.
 *
 * @example
 * await host.callTool("forecast", { city: "Berlin" }, { id: "call_1", signal: AbortSignal.timeout(5_000) });
 */
export interface CallToolOptions {
  /** The model's id for the call. */
  id?: string;
  signal?: AbortSignal;
  /** From a `runTool` request, when the call serves one. */
  origin?: CallOrigin | undefined;
}

/**
 * What goes with a question to the interceptors.
 *
 * @example
 * await host.intercept("turn_start", { step: 1 }, { signal });
 */
export interface InterceptOptions {
  signal?: AbortSignal;
  origin?: CallOrigin | undefined;
}

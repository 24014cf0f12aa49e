import type { FromExtension } from "./from-extension.js";
import type { FromHost } from "./from-host.js";
import type { FromRpcClient } from "./rpc/commands.js";
import type { FromRpcServer } from "./rpc/events.js";

/**
 * One frame as a line of the wire, its LF included.
 *
 * @example
 * process.stdout.write(encodeFrame({ type: "ready" })); // {"type":"ready"}⏎
 */
export function encodeFrame(
  frame: FromExtension | FromHost | FromRpcClient | FromRpcServer,
): string {
  return JSON.stringify(frame) + "\n";
}

import type { FrameProblem } from "../codec.js";
import type { RpcResponse } from "./responses.js";

/**
 * The response to a line that `decodeFromRpcClient` refused. Clients in the field match on these
 * words.
 *
 * @example
 * const read = decodeFromRpcClient(line);
 * if (!read.ok) process.stdout.write(encodeFrame(toRpcRefusal(read.problem)));
 */
export function toRpcRefusal(problem: FrameProblem): RpcResponse {
  const { id, type = "" } = problem;
  return {
    type: "response",
    ...(id === undefined ? {} : { id }),
    command: type,
    success: false,
    error: errorOf(problem),
  };
}

function errorOf({ kind, message }: FrameProblem): string {
  switch (kind) {
    case "unknown-type":
    case "no-type":
      return "unknown command";
    case "invalid":
      return message;
    case "not-json":
    case "not-object":
    case "hostile":
      return `malformed json: ${message}`;
  }
}

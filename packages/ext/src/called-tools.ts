import type { FromExtension, ToolResultFromHost } from "@zot/protocol";
import { textOf } from "./results.js";
import type { CalledTool } from "./zot.js";

/** The calls of host tools that wait for their answer. */
export class CalledTools {
  readonly #waiting = new Map<string, (result: ToolResultFromHost) => void>();
  readonly #send: (frame: FromExtension) => void;
  #count = 0;

  constructor(send: (frame: FromExtension) => void) {
    this.#send = send;
  }

  async call(
    name: string,
    args: Record<string, unknown>,
    parent: string | undefined,
    signal: AbortSignal,
  ): Promise<CalledTool> {
    signal.throwIfAborted();
    this.#count += 1;
    const id = `call-${this.#count}`;
    const withdraw = () => {
      this.#send({ type: "call_tool_cancel", id });
    };
    try {
      const { content, is_error, truncated } = await new Promise<ToolResultFromHost>(
        (resolve, reject) => {
          this.#waiting.set(id, resolve);
          signal.addEventListener("abort", withdraw);
          signal.addEventListener("abort", () => {
            reject(signal.reason as Error);
          });
          this.#send({
            type: "call_tool",
            id,
            name,
            args,
            ...(parent === undefined ? {} : { parent_id: parent }),
          });
        },
      );
      return {
        text: textOf(content),
        content,
        is_error: is_error ?? false,
        truncated: truncated ?? false,
      };
    } finally {
      this.#waiting.delete(id);
      signal.removeEventListener("abort", withdraw);
    }
  }

  settle(result: ToolResultFromHost): void {
    this.#waiting.get(result.id)?.(result);
  }
}

import type { Agent } from "@zot/core";
import type { CallOrigin, RunTool } from "@zot/host";

/**
 * The calls that extensions make with `call_tool`. They go the way of the model's own calls, past
 * guards and confirmation; only where they came from has to be remembered meanwhile, because an
 * extension is not asked about its own call, and two must not call each other for ever.
 */
export class OwnToolCalls {
  readonly #agent: () => Agent | Promise<Agent>;
  readonly #origins = new Map<string, CallOrigin>();
  #count = 0;

  /** An extension may call before there is an agent: it then waits for it. */
  constructor(agent: () => Agent | Promise<Agent>) {
    this.#agent = agent;
  }

  /** Nothing for a call of the model. */
  readonly originOf = (callId: string): CallOrigin | undefined => this.#origins.get(callId);

  readonly run: RunTool = async ({ name, args, signal, origin }) => {
    const agent = await this.#agent();
    this.#count += 1;
    const id = `${origin.extension}:${name}:${this.#count}`;
    this.#origins.set(id, origin);
    try {
      const {
        content,
        is_error = false,
        details,
      } = await agent.runTool({ id, name, args }, signal, { origin: origin.extension });
      return { content, is_error, ...(details?.truncated === true ? { truncated: true } : {}) };
    } finally {
      this.#origins.delete(id);
    }
  };
}

/** Where a call came from, if not from the model. */
export type OriginOf = OwnToolCalls["originOf"];

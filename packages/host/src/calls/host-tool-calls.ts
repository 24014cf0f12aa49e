import type { CallTool, ForeignBlock } from "@zot/protocol";
import type { Connection } from "../connection/connection.js";
import { messageOf } from "../context/errors.js";
import type { Extension } from "../lifecycle/extension.js";
import type { Limits } from "../context/limits.js";
import { RateLimit } from "./rate-limit.js";

/** Where a call comes from: hand it back to `intercept` and `callTool`, so that loops are seen. */
export interface CallOrigin {
  /** The extension that made the call. */
  readonly extension: string;
  /** The tools that led here, outermost first, this one last. */
  readonly chain: readonly string[];
}

/** What goes with a tool call. */
export interface CallToolOptions {
  /** The model's id for the call. */
  id?: string;
  signal?: AbortSignal;
  /** From a `runTool` request, when the call serves one. */
  origin?: CallOrigin | undefined;
}

/** An extension asks for a tool to be run. */
export interface RunToolRequest {
  name: string;
  args: Record<string, unknown>;
  signal: AbortSignal;
  origin: CallOrigin;
}

/** Runs an active tool, through guards and confirmation. */
export type RunTool = (
  request: RunToolRequest,
) => Promise<{ content: ForeignBlock[]; is_error: boolean; truncated?: boolean }>;

/** `call_tool`: extensions that call tools, and the rules against recursion. */
export class HostToolCalls {
  readonly #run: RunTool;
  readonly #limits: Limits;
  readonly #live = new Map<Connection, Map<string, AbortController>>();
  readonly #rate: RateLimit;
  /** Where the `tool_call` with this id came from. */
  readonly #origins = new Map<string, CallOrigin>();

  constructor(run: RunTool, limits: Limits) {
    this.#run = run;
    this.#limits = limits;
    this.#rate = new RateLimit(limits.hostToolCallsPerSecond);
  }

  /** Remembers the chain behind a `tool_call` while it runs. */
  began(id: string, origin: CallOrigin): void {
    this.#origins.set(id, origin);
  }

  over(id: string): void {
    this.#origins.delete(id);
  }

  async answer(extension: Extension, connection: Connection, call: CallTool): Promise<void> {
    const { id, name, args } = call;
    const reply = (text: string) => {
      const content = [{ type: "text", text }];
      connection.send({ type: "tool_result", id, name, content, is_error: true });
    };
    const chain = this.#chainOf(connection, call);
    const refusal = this.#refuse(connection, call, chain);
    if (refusal !== undefined) {
      extension.note(`call_tool ${JSON.stringify(name)} refused: ${refusal}`);
      reply(`call_tool refused: ${refusal}`);
      return;
    }
    const controller = new AbortController();
    const live = this.#live.get(connection) ?? new Map<string, AbortController>();
    this.#live.set(connection, live.set(id, controller));
    try {
      const { signal } = controller;
      const origin = { extension: extension.name, chain: [...chain, name] };
      const result = await this.#run({ name, args, signal, origin });
      if (!signal.aborted) connection.send({ type: "tool_result", id, name, ...result });
    } catch (error) {
      reply(messageOf(error));
    } finally {
      live.delete(id);
    }
  }

  cancel(connection: Connection, id: string): void {
    this.#live.get(connection)?.get(id)?.abort();
  }

  drop(connection: Connection): void {
    for (const controller of this.#live.get(connection)?.values() ?? []) controller.abort();
    this.#live.delete(connection);
  }

  #chainOf(connection: Connection, { parent_id, name }: CallTool): readonly string[] {
    if (parent_id !== undefined && connection.requests.tools.has(parent_id)) {
      return this.#origins.get(parent_id)?.chain ?? [];
    }
    // Without a parent it may belong to any call in progress: the one that makes it recursive counts.
    const chains = [...connection.requests.tools.ids()].map(
      (id) => this.#origins.get(id)?.chain ?? [],
    );
    return chains.find((chain) => chain.includes(name)) ?? [];
  }

  #refuse(
    connection: Connection,
    { id, name, parent_id }: CallTool,
    chain: readonly string[],
  ): string | undefined {
    if (!connection.capabilities.has("call_tool")) {
      return 'say "call_tool" in the capabilities of hello first';
    }
    const live = this.#live.get(connection);
    if (live?.has(id)) return `a call with the id ${JSON.stringify(id)} is running`;
    const hasParent = parent_id !== undefined && connection.requests.tools.has(parent_id);
    if (connection.guarding > 0 && !hasParent) {
      return "recursion: it is deciding about a tool call";
    }
    if (chain.includes(name)) return `recursion: ${[...chain, name].join(" → ")}`;
    if (chain.length >= this.#limits.callDepth) return `recursion deeper than ${chain.length}`;
    if ((live?.size ?? 0) >= this.#limits.hostToolCalls) return "too many calls at once";
    if (!hasParent && !this.#rate.take(connection)) return "too many calls in a second";
    return undefined;
  }
}

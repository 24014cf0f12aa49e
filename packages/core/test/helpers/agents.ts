import type { Model } from "@zot/providers";
import { Agent, type AgentEvent, type AgentOptions, type Tool } from "../../src/index.js";
import { ScriptedClient, type Line } from "./scripted-client.js";

/** An agent over a scripted model, with all that it said. */
export function scriptedAgent(lines: Line[], options: Partial<AgentOptions> = {}) {
  const client = new ScriptedClient(lines);
  const agent = new Agent({ client, model: "scripted", cwd: "/", ...options });
  const events: AgentEvent[] = [];
  agent.subscribe((event) => events.push(event));
  return { agent, client, events };
}

/** Names only, with runs of the same name as one `name*`; without those that never go out on the wire. */
export function order(events: readonly AgentEvent[]): string {
  return events
    .filter(({ type }) => type !== "tool_start")
    .map((event) => (event.type === "turn_end" ? `turn_end{${event.stop}}` : event.type))
    .join(" ")
    .replaceAll(/(\S*(?:_delta|_args|_progress))(?: \1)*/g, "$1*");
}

export const echo: Tool = {
  name: "echo",
  description: "Gives its text back.",
  schema: { type: "object", properties: { text: { type: "string" } } },
  run: ({ text }) => ({ content: [{ type: "text", text: String(text) }] }),
};

/** Resolves with the first event of the type. */
export function next<Type extends AgentEvent["type"]>(
  agent: Agent,
  type: Type,
): Promise<Extract<AgentEvent, { type: Type }>> {
  return new Promise((resolve) => {
    const off = agent.subscribe((event) => {
      if (event.type !== type) return;
      off();
      resolve(event as Extract<AgentEvent, { type: Type }>);
    });
  });
}

export const text = (value: string) => [{ type: "text" as const, text: value }];

/** What a catalog would know of the scripted model. */
export function model(changes: Partial<Model> = {}): Model {
  return {
    id: "m",
    provider: "scripted",
    name: "M",
    context_window: 1_000,
    max_output: 100,
    reasoning: false,
    price: { input: 1, output: 2, cache_read: 0.1, cache_write: 1.25 },
    ...changes,
  };
}

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

/** Names only, with runs of the same name as one `name*`. */
export function order(events: readonly AgentEvent[]): string {
  return events
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

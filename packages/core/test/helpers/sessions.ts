import { readFileSync } from "node:fs";
import { SessionStore, type AgentOptions } from "../../src/index.js";
import { echo, scriptedAgent } from "./agents.js";
import type { Line } from "./scripted-client.js";
import { tempFolder } from "./temp-folder.js";

export function newStore(cwd = "/somewhere/project"): SessionStore {
  return new SessionStore({ home: tempFolder(), cwd, version: "1.2.3" });
}

/** A session written by an agent that got one prompt per line of the script. */
export async function writeSession(
  store: SessionStore,
  lines: Line[],
  options: Partial<AgentOptions> & { prompts?: string[] } = {},
): Promise<string> {
  const { prompts = ["first prompt"], ...rest } = options;
  const session = store.create({ provider: "scripted", model: "scripted" });
  const { agent } = scriptedAgent(lines, { journal: session, tools: [echo], ...rest });
  for (const prompt of prompts) await agent.prompt(prompt);
  await session.close();
  return session.path;
}

/** A page that shows a session with one answer; returns where it is. */
export async function exportAnswer(answer: string): Promise<string> {
  const store = newStore();
  const path = await writeSession(store, [{ text: answer }]);
  return store.exportHtml(path, tempFolder());
}

export const toolTurn: Line[] = [
  {
    text: "Let me look",
    calls: [
      { name: "echo", args: { text: "ein Überblick" } },
      { name: "echo", args: { text: "b" } },
    ],
  },
  { text: "All done" },
];

export function readRecords(path: string): Record<string, unknown>[] {
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

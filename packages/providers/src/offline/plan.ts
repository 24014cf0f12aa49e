import type { Message, ToolCallBlock } from "../message.js";

/** What the offline model is going to say: text, then calls. */
export interface Plan {
  text: string;
  calls: Pick<ToolCallBlock, "name" | "args">[];
}

const ABOUT =
  "I am zot's offline model: a fixed program, not an AI. I need no key and no network. " +
  'Write `call <tool> {"json": "args"}` and I call that tool for you. ' +
  "To talk to a real model, run `zot` and use /login, or set a key such as ANTHROPIC_API_KEY.";

/** Decides what to say next, from the transcript alone: the same transcript gives the same answer. */
export function planAnswer(messages: readonly Message[]): Plan {
  const last = messages.at(-1);
  if (last?.role === "tool") {
    return { text: last.content.map(describeResult).join("\n"), calls: [] };
  }
  const prompt = last?.role === "user" ? textOf(last) : "";
  const calls = findCalls(prompt);
  return calls.length > 0 ? { text: "", calls } : { text: ABOUT, calls };
}

/** Every `call <tool> <json object>` in a prompt, in order. A call without an object has no args. */
export function findCalls(prompt: string): Plan["calls"] {
  const calls: Plan["calls"] = [];
  for (const match of prompt.matchAll(/(?:^|\s)call\s+([\w.-]+)(?=\s|$)/g)) {
    const rest = prompt.slice(match.index + match[0].length);
    const args = readObject(rest.trimStart());
    if (args === undefined && rest.trim() !== "" && !/^\s+call\s/.test(rest)) continue;
    calls.push({ name: match[1] ?? "", args: args ?? {} });
  }
  return calls;
}

/** The JSON object that the text begins with, if it does. */
function readObject(text: string): Record<string, unknown> | undefined {
  if (!text.startsWith("{")) return undefined;
  for (let end = text.indexOf("}"); end !== -1; end = text.indexOf("}", end + 1)) {
    try {
      return JSON.parse(text.slice(0, end + 1)) as Record<string, unknown>;
    } catch {
      // An inner brace: the object ends further on.
    }
  }
  return undefined;
}

function textOf(message: Message): string {
  return message.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
}

function describeResult(result: Extract<Message, { role: "tool" }>["content"][number]): string {
  const text = result.content
    .map((block) => (block.type === "text" ? block.text : `(an image, ${block.mime_type})`))
    .join("\n");
  return result.is_error ? `The tool failed: ${text}` : text;
}

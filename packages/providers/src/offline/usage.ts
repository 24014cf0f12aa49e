import type { ModelRequest } from "../client.js";
import type { AssistantMessage } from "../message.js";
import type { Usage } from "../stream-event.js";

/** English text and JSON have about four characters to a token. */
const CHARACTERS_PER_TOKEN = 4;

/** Numbers of the size that a vendor would report: all but the last message comes from the cache. */
export function countUsage(request: ModelRequest, answer: AssistantMessage): Usage {
  const { system = "", tools = [], messages } = request;
  const before = JSON.stringify([tools, messages.slice(0, -1)]).length + system.length;
  const seenBefore = messages.some(({ role }) => role === "assistant");
  const last = JSON.stringify(messages.at(-1)?.content ?? "").length;
  const thought = answer.content
    .filter((block) => block.type === "reasoning")
    .reduce((sum, { text }) => sum + text.length, 0);
  return {
    input: tokens(seenBefore ? last : before + last),
    output: tokens(JSON.stringify(answer.content).length),
    cache_read: seenBefore ? tokens(before) : 0,
    cache_write: 0,
    reasoning: tokens(thought),
  };
}

function tokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

import type { ModelRequest } from "../client.js";
import type { RequestMessage, ToolResultBlock } from "../message.js";
import { findCalls } from "./find-calls.js";
import { findDirective } from "./find-script.js";
import type { Part } from "./script.js";
import { typedIn } from "./typed.js";

const ABOUT =
  "I am zot's offline model: a fixed program, not an AI. I need no key and no network. " +
  'Write `call <tool> {"json": "args"}` and I call that tool for you, or `script <file.json>` and I ' +
  "play a conversation from a file. " +
  "To talk to a real model, run `zot` and use /login, or set a key such as ANTHROPIC_API_KEY.";

const NOT_TYPED =
  "I take `call` and `script` lines only from what is typed as the prompt. Those that came from piped input, " +
  "a file, a session or an extension I leave alone: anybody may have written them.";

/** Decides what to say next, from the transcript alone: the same transcript gives the same answer. */
export function planAnswer({ messages, tools = [] }: ModelRequest): Part[] {
  const last = messages.at(-1);
  if (last?.role === "tool") return [{ text: last.content.map(describeResult).join("\n") }];
  const names = tools.map(({ name }) => name);
  const found = findCalls(typedIn(last), names);
  if ("problem" in found) return [{ text: `I can't do that: ${found.problem}.` }];
  if (found.calls.length > 0) return found.calls.map(({ name, args }) => ({ call: name, args }));
  if (last !== undefined && asksUntyped(last, names)) return [{ text: NOT_TYPED }];
  const offer = names.length === 0 ? "" : ` Tools that I can call here: ${names.join(", ")}.`;
  return [{ text: `${ABOUT}${offer}` }];
}

/** Whether what nobody typed of a message holds something that would be followed if it were typed. */
function asksUntyped(message: RequestMessage, tools: readonly string[]): boolean {
  const text = textOf(message);
  if (text === typedIn(message)) return false;
  const found = findCalls(text, tools);
  return "problem" in found || found.calls.length > 0 || findDirective(text) !== undefined;
}

function textOf(message: RequestMessage): string {
  return message.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
}

function describeResult(result: ToolResultBlock): string {
  const text = result.content
    .map((block) => (block.type === "text" ? block.text : `(an image, ${block.mime_type})`))
    .join("\n");
  return result.is_error ? `The tool failed: ${text}` : text;
}

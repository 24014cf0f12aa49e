import type { ToolCallBlock } from "../message.js";

type PlannedCall = Pick<ToolCallBlock, "name" | "args">;

/** What a prompt asks to be called, or why that can't be understood. */
export type FoundCalls = { calls: PlannedCall[] } | { problem: string };

const CALL = /(?:^|\s)call\s+([\w.-]+)(?=\s|$)\s*/y;

/**
 * Every `call <tool> <json object>` in a prompt, in order. A call without an object has no
 * arguments; it counts only if there is such a tool, since people also write "call me later".
 */
export function findCalls(prompt: string, tools: readonly string[]): FoundCalls {
  const calls: PlannedCall[] = [];
  for (let at = 0; at < prompt.length; at += 1) {
    CALL.lastIndex = at;
    const [match, name = ""] = CALL.exec(prompt) ?? [];
    if (match === undefined) continue;
    const start = at + match.length;
    if (prompt[start] !== "{") {
      if (tools.includes(name)) calls.push({ name, args: {} });
      // The white space after the name may begin the next call.
      at = start - 2;
      continue;
    }
    const end = endOfObject(prompt, start);
    if (end === undefined)
      return { problem: `the JSON after \`call ${name}\` has no closing brace` };
    try {
      calls.push({ name, args: JSON.parse(prompt.slice(start, end)) as PlannedCall["args"] });
    } catch (error) {
      return { problem: `the JSON after \`call ${name}\` is wrong: ${(error as Error).message}` };
    }
    at = end - 1;
  }
  return { calls };
}

/** Where the object that begins here ends, braces in strings not counted. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{") depth += 1;
    else if (character === "}" && --depth === 0) return at + 1;
  }
  return undefined;
}

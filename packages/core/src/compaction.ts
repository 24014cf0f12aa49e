import type { Message, ModelRequest, Usage, UserMessage } from "@zot/providers";
import { priceUsage } from "./cost.js";
import { ZotError } from "./errors.js";
import type { Run } from "./agent/run.js";

/** As many of the last messages stay as they are. */
const KEPT = 4;
/** How full the window may be before it is made room in, unless the agent is told otherwise. */
export const FULL = 0.85;
/** Characters that make a token, roughly and on the safe side. */
const CHARACTERS_PER_TOKEN = 3.5;
/** An image counts about this much with every vendor. */
const IMAGE_TOKENS = 1_600;
/** When the window has overflowed already, long texts are cut to this before they are summed up. */
const SHORT_TEXT = 2_000;

const REQUEST =
  "Pause the work here. Write a summary of our conversation so far that lets you go on without seeing it again. " +
  "Do not call tools and do not go on with the task. Use these headings: Goal; Wishes and limits that I stated; " +
  "Done so far; In progress; Decisions and why; Next steps; Facts to remember. " +
  "Keep file paths, names, commands and error messages word for word. Be brief.";
const INTRODUCTION =
  "Earlier messages were replaced by a summary to free context. The summary:\n\n";

/** Where the messages to keep begin: after whole exchanges, never between a call and its result. */
function findCut(messages: readonly Message[]): number {
  let cut = messages.length - KEPT;
  while (cut > 0 && messages[cut]?.role === "tool") cut -= 1;
  return Math.max(cut, 0);
}

/** Summarises all but the last messages. Until it is done the transcript stays as it is. */
export async function compact(
  run: Run,
  options: { automatic: boolean; shorten?: boolean },
): Promise<string> {
  const { messages } = run.transcript;
  const cut = findCut(messages);
  if (cut === 0) {
    throw new ZotError(
      "nothing_to_compact",
      `nothing to compact: the last ${KEPT} messages stay as they are, and there are ${messages.length}`,
    );
  }
  const before = contextTokens(run);
  run.emit({ type: "compact_start", automatic: options.automatic });
  const old = messages.slice(0, cut);
  const summary = await summarize(run, options.shorten === true ? old.map(shorten) : old);
  const message: UserMessage = {
    role: "user",
    content: [{ type: "text", text: INTRODUCTION + summary }],
    time: new Date().toISOString(),
  };
  await run.transcript.compact(message, messages.length - cut);
  run.emit({ type: "compact_done", summary, before, after: contextTokens(run) });
  return summary;
}

async function summarize(run: Run, old: readonly Message[]): Promise<string> {
  const { setup, signal } = run;
  const request: ModelRequest = {
    model: setup.model,
    messages: [...old, userText(REQUEST)],
    // The same beginning as the turns before: vendors then charge a tenth for it.
    ...(run.system === "" ? {} : { system: run.system }),
    ...(setup.tools.size === 0 ? {} : { tools: [...setup.tools.values()] }),
  };
  let usage: Usage | undefined;
  let summary = "";
  for await (const event of setup.client.stream(request, signal)) {
    if (event.type === "usage") usage = event.usage;
    if (event.type === "retry") run.emit(event);
    if (event.type === "error") throw event.error;
    if (event.type === "stop") {
      summary = event.message.content
        .filter((block) => block.type === "text")
        .map(({ text }) => text)
        .join("\n")
        .trim();
    }
  }
  if (usage !== undefined) await run.transcript.addUsage(priceUsage(usage, setup.modelInfo));
  if (summary === "")
    throw new ZotError("no_summary", "the model gave no summary; nothing was changed");
  return summary;
}

/** Whether the next request would fill more of the window than it should. */
export function isNearlyFull(run: Run): boolean {
  const { modelInfo, compactAt } = run.setup;
  const room = (modelInfo?.context_window ?? 0) * compactAt;
  return room > 0 && contextTokens(run) >= room;
}

/** What the vendor counted last, and an estimate of what came since. */
export function contextTokens({ transcript }: Pick<Run, "transcript">): number {
  const { counted, messages } = transcript;
  let tokens = counted.tokens;
  for (let index = counted.messages; index < messages.length; index += 1) {
    const message = messages[index];
    if (message !== undefined) tokens += estimateTokens(message);
  }
  // An answer is counted before it is among the messages: what is known of it must not be estimated once more.
  if (counted.messages < messages.length) transcript.estimate(tokens);
  return tokens;
}

function estimateTokens(message: Message): number {
  let tokens = 0;
  for (const block of message.content) {
    if (block.type === "image") tokens += IMAGE_TOKENS;
    else if (block.type === "tool_call") tokens += characters(JSON.stringify(block.args));
    else if (block.type !== "tool_result") tokens += characters(block.text);
    else {
      for (const part of block.content) {
        tokens += part.type === "image" ? IMAGE_TOKENS : characters(part.text);
      }
    }
  }
  return tokens;
}

function characters(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

function shorten(message: Message): Message {
  if (message.role !== "tool") return message;
  const content = message.content.map((result) => ({
    ...result,
    content: result.content.map((part) =>
      part.type === "text" && part.text.length > SHORT_TEXT
        ? { ...part, text: `${part.text.slice(0, SHORT_TEXT)}\n[cut]` }
        : part,
    ),
  }));
  return { ...message, content };
}

function userText(text: string): UserMessage {
  return { role: "user", content: [{ type: "text", text }], time: new Date().toISOString() };
}

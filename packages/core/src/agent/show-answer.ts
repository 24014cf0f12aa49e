import type { AssistantMessage, TextBlock } from "@zot/providers";
import { messageOf } from "../errors.js";
import type { Block } from "./hooks.js";
import type { Run } from "./run.js";

const BLOCKED = "answer withheld by a guard";

/** Lets the hooks change what the user sees of an answer; the transcript keeps what the model said. */
export async function showAnswer(run: Run, message: AssistantMessage): Promise<void> {
  const original = textOf(message);
  let text = original;
  if (original !== "") {
    for (const hook of run.setup.hooks) {
      if (hook.beforeAssistantMessage === undefined) continue;
      let decision: Block | { text: string } | undefined;
      try {
        decision = await hook.beforeAssistantMessage({ text, message }, run.signal);
      } catch (error) {
        decision = { action: "block", reason: messageOf(error) };
      }
      if (decision === undefined) continue;
      if ("action" in decision) {
        run.emit({ type: "assistant_message_blocked", reason: decision.reason ?? BLOCKED });
        return;
      }
      text = decision.text;
    }
  }
  const { time } = message;
  if (text === original) {
    run.emit({ type: "assistant_message", content: message.content, time });
  } else {
    const content = replaceText(message.content, text);
    run.emit({ type: "assistant_message", content, time, replaced: true });
  }
}

function textOf(message: AssistantMessage): string {
  return message.content
    .filter((block) => block.type === "text")
    .map((block) => block.text)
    .join("\n");
}

function replaceText(content: AssistantMessage["content"], text: string) {
  const block: TextBlock = { type: "text", text };
  const first = content.findIndex(({ type }) => type === "text");
  return content
    .map((old, index) => (index === first ? block : old))
    .filter((old) => old === block || old.type !== "text");
}

import type { Session } from "@zot/sdk";
import { count } from "../format.js";
import type { TurnFollower } from "./turn-follower.js";

/** Messages of an earlier run that are shown again; the model sees all of them. */
const MOST_SHOWN = 40;

/** Shows what was said in a session before it was opened. */
export function replayMessages(follower: TurnFollower, session: Session): void {
  const { messages, details } = session;
  const shown = messages.slice(-MOST_SHOWN);
  const hidden = messages.length - shown.length;
  if (hidden > 0) follower.say("muted", `… ${count(hidden, "earlier message")}`);
  for (const message of shown) {
    if (message.role === "user") {
      follower.follow({ type: "user_message", content: message.content, time: message.time });
    } else if (message.role === "assistant") {
      for (const part of message.content) {
        if (part.type === "text") follower.follow({ type: "text_delta", delta: part.text });
      }
      follower.follow({ type: "assistant_message", content: message.content, time: message.time });
      for (const part of message.content) {
        if (part.type === "tool_call") follower.follow({ ...part, type: "tool_call" });
      }
    } else {
      for (const { call_id, is_error, content } of message.content) {
        const known = details.get(call_id);
        follower.follow({
          type: "tool_result",
          id: call_id,
          is_error,
          content,
          ...(known === undefined ? {} : { details: known }),
        });
      }
    }
  }
  follower.follow({ type: "done" });
}

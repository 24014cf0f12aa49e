import { TYPED, type Message } from "../message.js";

/** What of a message was typed as the prompt: all that the offline model ever follows. */
export function typedIn(message: Message | undefined): string {
  return message?.role === "user" ? (message[TYPED] ?? "") : "";
}

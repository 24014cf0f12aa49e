import { TYPED, type RequestMessage } from "../message.js";

/** What of a message was typed as the prompt: all that the offline model ever follows. */
export function typedIn(message: RequestMessage | undefined): string {
  return message?.role === "user" ? (message[TYPED] ?? "") : "";
}

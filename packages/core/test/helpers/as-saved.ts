import type { Message } from "@zot/providers";

/** Messages as a file can hold them: it does not say what was typed. */
export function asSaved(messages: readonly Message[]): Message[] {
  return JSON.parse(JSON.stringify(messages)) as Message[];
}

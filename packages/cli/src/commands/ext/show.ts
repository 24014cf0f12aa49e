import { sanitize } from "@zot/tui/sanitize";

/** The result of a command. Foreign parts go through here too, so nothing of them acts on a terminal. */
export function print(text: string): void {
  process.stdout.write(`${sanitize(text)}\n`);
}

/** What accompanies a result: questions, progress, warnings. */
export function note(text: string): void {
  process.stderr.write(`${sanitize(text)}\n`);
}

// JSON lets these stand as they are; a terminal acts on them.
const UNSAFE_IN_JSON = /[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** JSON that a program reads as it was and a terminal can show. */
export function printJson(value: unknown): void {
  const text = JSON.stringify(value, undefined, 2).replace(
    UNSAFE_IN_JSON,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  process.stdout.write(`${text}\n`);
}

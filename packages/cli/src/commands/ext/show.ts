import { sanitize, visibleJson } from "@zot/tui/sanitize";

/** The result of a command. Foreign parts go through here too, so nothing of them acts on a terminal. */
export function print(text: string): void {
  process.stdout.write(`${sanitize(text)}\n`);
}

/** What accompanies a result: questions, progress, warnings. */
export function note(text: string): void {
  process.stderr.write(`${sanitize(text)}\n`);
}

/** JSON that a program reads as it was and a terminal can show. */
export function printJson(value: unknown): void {
  process.stdout.write(`${visibleJson(JSON.stringify(value, undefined, 2))}\n`);
}

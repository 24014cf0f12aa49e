import { redact } from "@zot/sdk";
import { sanitize } from "@zot/tui/sanitize";

/** One line for the user, beside the answer. Whoever wrote it, no escape sequence gets through. */
export function say(line: string): void {
  process.stderr.write(`${sanitize(redact(line))}\n`);
}

let expectsClosedPipe = false;

/** The answer itself: as it is for a program that reads it, made safe for a terminal. */
export function print(text: string): void {
  const safe = redact(text);
  // `zot -p … | head` closes the pipe on purpose.
  if (!expectsClosedPipe) process.stdout.on("error", () => undefined);
  expectsClosedPipe = true;
  process.stdout.write(process.stdout.isTTY ? sanitize(safe) : safe);
}

import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { replaceFile } from "../../replace-file.js";

const MOST = 500;
/** Longer prompts, pasted files mostly, are not kept. */
const LONGEST = 20_000;

/** The prompts of earlier runs, in a file with one JSON string a line. */
export class PromptHistory {
  readonly #path: string;
  readonly #redact: (text: string) => string;
  readonly entries: readonly string[];

  constructor(path: string, redact: (text: string) => string) {
    this.#path = path;
    this.#redact = redact;
    this.entries = readEntries(path);
  }

  add(prompt: string): void {
    if (prompt.length > LONGEST) return;
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
      if (this.entries.length > 2 * MOST) this.#shorten();
      appendFileSync(this.#path, `${JSON.stringify(this.#redact(prompt))}\n`, { mode: 0o600 });
    } catch {
      // A history that can't be written is no reason to hold a prompt back.
    }
  }

  #shorten(): void {
    const kept = this.entries.slice(-MOST).map((entry) => `${JSON.stringify(entry)}\n`);
    replaceFile(this.#path, kept.join(""));
  }
}

function readEntries(path: string): string[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return [];
  }
  return text.split("\n").flatMap((line) => {
    try {
      const entry: unknown = JSON.parse(line);
      return typeof entry === "string" ? [entry] : [];
    } catch {
      return [];
    }
  });
}

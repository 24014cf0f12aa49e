import { appendFile, mkdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

interface Note {
  at: string;
  text: string;
}

/** The notes of one project, a JSON object per line in `.zot/scratchpad-notes.jsonl`. */
export class Notes {
  readonly #path: string;

  constructor(project: string) {
    this.#path = join(project, ".zot", "scratchpad-notes.jsonl");
  }

  /** Keeps a note; resolves with how many there are. */
  async add(text: string): Promise<number> {
    const note: Note = { at: new Date().toISOString(), text };
    await mkdir(dirname(this.#path), { recursive: true });
    await appendFile(this.#path, JSON.stringify(note) + "\n");
    return (await this.#read()).length;
  }

  /** All notes as a numbered list. */
  async list(): Promise<string> {
    const notes = await this.#read();
    return notes.map(({ text }, at) => `${at + 1}. ${text}`).join("\n") || "No notes yet.";
  }

  async clear(): Promise<void> {
    await rm(this.#path, { force: true });
  }

  async #read(): Promise<Note[]> {
    try {
      const lines = (await readFile(this.#path, "utf8")).split("\n");
      return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Note);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw error;
    }
  }
}

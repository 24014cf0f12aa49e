import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The todos of one project, kept in `.zot/todo.json`. */
export class TodoList {
  #path;
  items = [];

  constructor(project) {
    this.#path = join(project, ".zot", "todo.json");
    try {
      this.items = JSON.parse(readFileSync(this.#path, "utf8"));
    } catch (error) {
      if (error.code !== "ENOENT") throw error;
    }
  }

  add(text) {
    this.items.push({ text, done: false });
    this.#save();
  }

  toggle(at) {
    if (this.items[at]) this.items[at].done = !this.items[at].done;
    this.#save();
  }

  remove(at) {
    this.items.splice(at, 1);
    this.#save();
  }

  lines() {
    return this.items.map(({ text, done }) => `[${done ? "x" : " "}] ${text}`);
  }

  #save() {
    mkdirSync(dirname(this.#path), { recursive: true });
    // Renaming is all or nothing: a crash in the middle leaves the old list.
    writeFileSync(`${this.#path}.new`, JSON.stringify(this.items, undefined, 2) + "\n");
    renameSync(`${this.#path}.new`, this.#path);
  }
}

import { Notes, type NoteLevel, type Theme } from "@zot/tui";

/** Notes above the editor: zot's own and the extensions'. They stay until the next prompt, esc or /clear. */
export class NoteBoard {
  readonly #notes: Notes;
  readonly #changed: () => void;
  /** Under which names an extension has notes: its own, and those of its commands. */
  readonly #namesOf = new Map<string, Set<string>>();

  constructor(theme: Theme, changed: () => void) {
    this.#notes = new Notes(theme);
    this.#changed = changed;
  }

  /** Something that zot has to say. */
  say(level: NoteLevel, text: string): void {
    this.#notes.add("zot", level, text);
    this.#changed();
  }

  /** Something that an extension has to say, under its own name or that of its command. */
  add(extension: string, level: NoteLevel, text: string, name = extension): void {
    const names = this.#namesOf.get(extension) ?? new Set<string>();
    this.#namesOf.set(extension, names.add(name));
    this.#notes.add(name, level, text);
    this.#changed();
  }

  /** Takes back the notes of one extension. */
  retract(extension: string): void {
    for (const name of this.#namesOf.get(extension) ?? []) this.#notes.clear(name);
    this.#changed();
  }

  /** Returns whether there was any. */
  clear(): boolean {
    if (this.#notes.isEmpty) return false;
    this.#notes.clear();
    this.#changed();
    return true;
  }

  render(width: number): readonly string[] {
    return this.#notes.render(width);
  }
}

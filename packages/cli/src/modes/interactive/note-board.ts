import { Notes, type NoteLevel, type Theme } from "@zot/tui";

/** Notes above the editor: zot's own and the extensions'. They stay until the next prompt, esc or /clear. */
export class NoteBoard {
  readonly #notes: Notes;
  readonly #changed: () => void;
  /** Under which names an extension has notes: its own, and those of its commands. */
  readonly #namesOf = new Map<string, Set<string>>();

  readonly #screenHeight: () => number;

  constructor(theme: Theme, changed: () => void, screenHeight: () => number) {
    this.#notes = new Notes(theme);
    this.#changed = changed;
    this.#screenHeight = screenHeight;
  }

  /** Something that zot has to say. */
  say(level: NoteLevel, text: string): void {
    this.#notes.add("zot", level, text);
    this.#changed();
  }

  /** Something that an extension has to say, under its own name or that of its command. */
  add(extension: string, level: NoteLevel, text: string, name = extension): void {
    this.#remember(extension, name);
    this.#notes.add(name, level, text);
    this.#changed();
  }

  /** What the user asked an extension's command for: as much of it as the screen has room for. */
  display(extension: string, command: string, text: string): void {
    this.#remember(extension, command);
    const rows = () => Math.max(4, Math.floor(this.#screenHeight() * 0.6));
    this.#notes.add(command, "info", text, rows);
    this.#changed();
  }

  /** Whether something of an extension is on show. */
  hasOf(extension: string): boolean {
    return (this.#namesOf.get(extension)?.size ?? 0) > 0;
  }

  /** Takes back the notes of one extension. */
  retract(extension: string): void {
    for (const name of this.#namesOf.get(extension) ?? []) this.#notes.clear(name);
    this.#namesOf.delete(extension);
    this.#changed();
  }

  /** Returns whether there was any. */
  clear(): boolean {
    if (this.#notes.isEmpty) return false;
    this.#notes.clear();
    this.#namesOf.clear();
    this.#changed();
    return true;
  }

  /** What they say. */
  get text(): string {
    return this.#notes.text;
  }

  render(width: number): readonly string[] {
    return this.#notes.render(width);
  }

  #remember(extension: string, name: string): void {
    const names = this.#namesOf.get(extension) ?? new Set<string>();
    this.#namesOf.set(extension, names.add(name));
  }
}

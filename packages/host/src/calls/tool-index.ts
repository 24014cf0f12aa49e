import type { Extension } from "../lifecycle/extension.js";
import type { RegisteredCommand, RegisteredTool } from "../connection/registrations.js";

export interface Owned<Thing> {
  extension: Extension;
  thing: Thing;
}

interface Loser {
  extension: Extension;
  kind: "tool" | "command";
  name: string;
  winner: string;
}

/** Who owns which name: built-ins, then the extensions in the order of discovery. */
export class Names {
  readonly tools = new Map<string, Owned<RegisteredTool>>();
  /** By lower-case name. */
  readonly commands = new Map<string, Owned<RegisteredCommand>>();
  readonly losers: Loser[] = [];

  constructor(
    extensions: readonly Extension[],
    builtinTools: readonly string[],
    builtinCommands: readonly string[],
  ) {
    const tools = new Set(builtinTools);
    const commands = new Set(builtinCommands.map((name) => name.toLowerCase()));
    for (const extension of extensions) {
      if (!isOffered(extension)) continue;
      for (const tool of extension.registrations?.tools.values() ?? []) {
        this.#claim("tool", tool.name, this.tools, tools, { extension, thing: tool });
      }
      for (const [key, command] of extension.registrations?.commands ?? []) {
        this.#claim("command", key, this.commands, commands, { extension, thing: command });
      }
    }
  }

  #claim<Thing>(
    kind: "tool" | "command",
    name: string,
    owners: Map<string, Owned<Thing>>,
    builtins: ReadonlySet<string>,
    claim: Owned<Thing>,
  ): void {
    const owner = owners.get(name);
    const winner = builtins.has(name) ? "zot itself" : owner && `extension ${owner.extension.name}`;
    if (winner === undefined) owners.set(name, claim);
    else this.losers.push({ extension: claim.extension, kind, name, winner });
  }
}

/** A crashed one keeps its names while it restarts; one that was given up does not. */
function isOffered({ state }: Extension): boolean {
  return ["ready", "restarting", "starting", "registering"].includes(state);
}

/** The names of now, worked out when something changed; each loser is told once, in its log. */
export class NameBook {
  readonly #extensions: () => readonly Extension[];
  readonly #tools: readonly string[];
  readonly #commands: readonly string[];
  readonly #told = new Set<string>();
  #names: Names | undefined;

  constructor(
    extensions: () => readonly Extension[],
    tools: readonly string[],
    commands: readonly string[],
  ) {
    this.#extensions = extensions;
    this.#tools = tools;
    this.#commands = commands;
  }

  get current(): Names {
    if (this.#names) return this.#names;
    this.#names = new Names(this.#extensions(), this.#tools, this.#commands);
    for (const { extension, kind, name, winner } of this.#names.losers) {
      const words = `${kind} "${name}" is taken by ${winner}; ignored`;
      const key = `${extension.name}: ${words}`;
      if (this.#told.has(key)) continue;
      this.#told.add(key);
      extension.note(words);
      extension.report("name-taken", `extension ${extension.name}: its ${words}`);
    }
    return this.#names;
  }

  /** Why there is no such tool, for whoever called it all the same. */
  explainMissing(name: string): string {
    const owner = this.#extensions().find(
      (extension) => !isOffered(extension) && extension.registrations?.tools.has(name),
    );
    return owner
      ? `extension ${owner.name}/${name} failed: ${owner.absence}`
      : `unknown tool "${name}"`;
  }

  changed(): void {
    this.#names = undefined;
  }
}

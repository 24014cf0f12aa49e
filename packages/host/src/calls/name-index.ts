import type { RegisteredCommand, RegisteredTool } from "../connection/registrations.js";
import { describeTakenName, type FaultDetails } from "../context/faults.js";
import type { Settings } from "../context/host-context.js";
import type { Extension } from "../lifecycle/extension.js";

/** A tool of an extension, as a model is told of it. */
export interface ExtensionTool extends RegisteredTool {
  extension: string;
}

/** A slash command of an extension, in the spelling that it registered. */
export interface ExtensionCommand extends RegisteredCommand {
  extension: string;
}

interface Owned<Thing> {
  extension: Extension;
  thing: Thing;
}

type Owners<Thing> = Map<string, Owned<Thing>>;

interface Names {
  tools: Owners<RegisteredTool>;
  /** By lower-case name. */
  commands: Owners<RegisteredCommand>;
}

/** Who owns which name: built-ins, then the extensions in the order of discovery. Computed on demand after a change. */
export class NameIndex {
  readonly #extensions: () => readonly Extension[];
  readonly #builtins: Record<"tool" | "command", ReadonlySet<string>>;
  readonly #reported = new Set<string>();
  #names: Names | undefined;

  constructor(extensions: () => readonly Extension[], settings: Settings) {
    this.#extensions = extensions;
    this.#builtins = {
      tool: new Set(settings.builtinTools),
      command: new Set(settings.builtinCommands.map((name) => name.toLowerCase())),
    };
  }

  findTool(name: string): Owned<RegisteredTool> | undefined {
    return this.#current.tools.get(name);
  }

  findCommand(name: string): Owned<RegisteredCommand> | undefined {
    return this.#current.commands.get(name.toLowerCase());
  }

  tools(): ExtensionTool[] {
    return list(this.#current.tools);
  }

  commands(): ExtensionCommand[] {
    return list(this.#current.commands);
  }

  /** Why there is no such tool, for whoever called it all the same. */
  explainMissing(name: string): string {
    const owner = this.#extensions().find(
      (extension) => !isOffered(extension) && extension.registrations?.tools.has(name),
    );
    return owner
      ? `extension ${owner.name}/${name} failed: ${owner.unavailableMessage}`
      : `unknown tool "${name}"`;
  }

  invalidate(): void {
    this.#names = undefined;
  }

  get #current(): Names {
    if (this.#names) return this.#names;
    const names: Names = { tools: new Map(), commands: new Map() };
    const taken = this.#extensions().flatMap((extension) => {
      if (!isOffered(extension)) return [];
      const { tools = [], commands = [] } = extension.registrations ?? {};
      return [
        ...this.#claim("tool", extension, tools, names.tools),
        ...this.#claim("command", extension, commands, names.commands),
      ];
    });
    // A listener may ask for names from within the event.
    this.#names = names;
    for (const { extension, ...details } of taken) this.#report(extension, details);
    return names;
  }

  /** Adds those that are free, and returns those that are not. */
  *#claim<Thing>(
    kind: "tool" | "command",
    extension: Extension,
    things: Iterable<[string, Thing]>,
    owners: Owners<Thing>,
  ): Generator<FaultDetails["name-taken"] & { extension: Extension }> {
    for (const [name, thing] of things) {
      const other = owners.get(name);
      if (this.#builtins[kind].has(name)) yield { extension, kind, name, owner: "zot itself" };
      else if (!other) owners.set(name, { extension, thing });
      else yield { extension, kind, name, owner: `extension ${other.extension.name}` };
    }
  }

  /** A conflict comes up again each time that the names are computed; it is reported once. */
  #report(extension: Extension, details: FaultDetails["name-taken"]): void {
    const line = `${describeTakenName(details)}; ignored`;
    const key = `${extension.name}: ${line}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    extension.note(line);
    extension.report({ code: "name-taken", details });
  }
}

function list<Thing>(owners: Owners<Thing>): (Thing & { extension: string })[] {
  return [...owners.values()].map(({ extension, thing }) => ({
    extension: extension.name,
    ...thing,
  }));
}

/** A crashed extension keeps its names while it restarts; a failed one does not. */
function isOffered({ state }: Extension): boolean {
  return ["ready", "restarting", "starting", "registering"].includes(state);
}

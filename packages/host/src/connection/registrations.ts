import type { FailurePolicy, RegisterCommand, RegisterTool, Subscribe } from "@zot/protocol";

/** Vendors refuse a whole request for one tool with another name. */
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;
const COMMAND_NAME = /^[^\s\p{C}/][^\s\p{C}]{0,63}$/u;

export interface RegisteredTool {
  name: string;
  description: string;
  schema: Record<string, unknown>;
  interactive: boolean;
}

export interface RegisteredCommand {
  name: string;
  description: string;
}

/** What one process of an extension registered. Each method returns what is wrong, if anything. */
export class Registrations {
  readonly tools = new Map<string, RegisteredTool>();
  /** By lower-case name. */
  readonly commands = new Map<string, RegisteredCommand>();
  readonly events = new Set<string>();
  readonly intercepts = new Set<string>();
  onFailure: FailurePolicy = "allow";
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  addTool({ name, description, schema, interactive }: RegisterTool): string | undefined {
    if (!TOOL_NAME.test(name)) return `name must match ${TOOL_NAME.source}: ${quoteName(name)}`;
    if (this.tools.has(name)) return `tool ${quoteName(name)} is registered already`;
    if (this.tools.size >= this.#limit) return `more than ${this.#limit} tools`;
    const type = schema.type ?? "object";
    if (type !== "object") return `schema of ${quoteName(name)} is not that of an object`;
    this.tools.set(name, {
      name,
      description: description ?? "",
      schema: { properties: {}, ...schema, type },
      interactive: interactive ?? false,
    });
    return undefined;
  }

  addCommand({ name, description }: RegisterCommand): string | undefined {
    if (!COMMAND_NAME.test(name)) return `not a usable name: ${quoteName(name)}`;
    const key = name.toLowerCase();
    if (this.commands.has(key)) return `command ${quoteName(name)} is registered already`;
    if (this.commands.size >= this.#limit) return `more than ${this.#limit} commands`;
    this.commands.set(key, { name, description: description ?? "" });
    return undefined;
  }

  subscribe({ events, intercept, on_failure }: Subscribe): void {
    for (const event of events ?? []) this.events.add(event);
    for (const event of intercept ?? []) this.intercepts.add(event);
    if (on_failure !== undefined) this.onFailure = on_failure;
  }
}

function quoteName(name: string): string {
  return JSON.stringify(name.slice(0, 80));
}

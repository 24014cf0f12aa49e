import type { FailurePolicy, FromExtension, RegisterCommand, RegisterTool } from "@zot/protocol";

/** What an extension has registered. */
export class Registrations {
  /** The version in its `hello`. */
  version: string | undefined;
  name: string | undefined;
  readonly commands = new Map<string, RegisterCommand>();
  readonly tools = new Map<string, RegisterTool>();
  readonly events = new Map<string, true>();
  /** Which events it intercepts, and what its failure means. */
  readonly intercepts = new Map<string, FailurePolicy>();

  /** Takes over a frame that registers something. */
  add(frame: FromExtension): void {
    if (frame.type === "hello") {
      this.name = frame.name;
      this.version = frame.version;
    } else if (frame.type === "register_command") {
      this.commands.set(frame.name.toLowerCase(), frame);
    } else if (frame.type === "register_tool") {
      this.tools.set(frame.name, frame);
    } else if (frame.type === "subscribe") {
      for (const event of frame.events ?? []) this.events.set(event, true);
      for (const event of frame.intercept ?? []) {
        this.intercepts.set(event, frame.on_failure ?? "allow");
      }
    }
  }

  /** The registered one of that name, or an error that lists those there are. */
  pick<Entry>(kind: string, from: ReadonlyMap<string, Entry>, name: string): Entry {
    const entry = from.get(name);
    if (entry !== undefined) return entry;
    const known = [...from.keys()].join(", ") || "none";
    throw new Error(`${this.name ?? "The extension"} has no ${kind} "${name}". It has: ${known}.`);
  }
}

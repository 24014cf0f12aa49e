import type { EventName, FromExtension, InterceptName, Subscribe } from "@zot/protocol";
import type { Command } from "./command.js";
import type { Interceptor } from "./intercept.js";
import type { Tool } from "./tool.js";
import type { Zot } from "./zot.js";

type Send = (frame: FromExtension) => void;
type Listener = (event: unknown, zot: Zot) => unknown;

/** What an author has registered so far. Whoever announces it hears of later registrations at once. */
export class Registry {
  tools = new Map<string, Tool>();
  commands = new Map<string, Command>();
  listeners = new Map<EventName, Listener[]>();
  interceptors: Interceptor[] = [];
  readonly setups: ((zot: Zot) => unknown)[] = [];
  readonly cleanups: (() => unknown)[] = [];
  #send: Send | undefined;

  addTool(tool: Tool): void {
    if (this.tools.has(tool.name)) throw new TypeError(`Tool "${tool.name}" is registered twice.`);
    this.tools.set(tool.name, tool);
    this.#send?.(tool.describe());
  }

  addCommand(command: Command): void {
    const key = command.name.toLowerCase();
    if (this.commands.has(key)) throw new TypeError(`Command "/${key}" is registered twice.`);
    this.commands.set(key, command);
    this.#send?.(command.describe());
  }

  addListener(event: EventName, listener: Listener): void {
    const others = this.listeners.get(event);
    this.listeners.set(event, [...(others ?? []), listener]);
    if (!others) this.#send?.({ type: "subscribe", events: [event] });
  }

  addInterceptor(interceptor: Interceptor): void {
    this.interceptors.push(interceptor);
    for (const frame of subscriptions([], [interceptor])) this.#send?.(frame);
  }

  /** Sends every registration, now and from now on. What it returns ends that, and forgets what came in between. */
  announce(send: Send): () => void {
    if (this.#send) throw new Error("This extension is connected to a host already.");
    const { tools, commands, listeners, interceptors } = this;
    this.tools = new Map(tools);
    this.commands = new Map(commands);
    this.listeners = new Map(listeners);
    this.interceptors = [...interceptors];
    for (const tool of this.tools.values()) send(tool.describe());
    for (const command of this.commands.values()) send(command.describe());
    for (const frame of subscriptions([...this.listeners.keys()], this.interceptors)) send(frame);
    this.#send = send;
    return () => {
      Object.assign(this, { tools, commands, listeners, interceptors });
      this.#send = undefined;
    };
  }

  /** The advisory words of `hello`, and those that change what the host sends. */
  capabilities(): string[] {
    return [
      ...(this.commands.size > 0 ? ["commands"] : []),
      ...(this.tools.size > 0 ? ["tools"] : []),
      ...(this.listeners.size > 0 || this.interceptors.length > 0 ? ["events"] : []),
      "panels",
      "tool_cancel",
      "call_tool",
      "intercept_cancel",
      "command_cancel",
    ];
  }
}

/** One frame for each failure policy: a frame has only one. The stricter comes last, for hosts that keep the last. */
function subscriptions(events: EventName[], interceptors: readonly Interceptor[]): Subscribe[] {
  const denying = namesOf(interceptors, "deny");
  const allowing = namesOf(interceptors, "allow").filter((name) => !denying.includes(name));
  const frames: Subscribe[] = [];
  if (events.length > 0 || allowing.length > 0) {
    frames.push({
      type: "subscribe",
      ...(events.length > 0 ? { events } : {}),
      ...(allowing.length > 0 ? { intercept: allowing } : {}),
    });
  }
  if (denying.length > 0) {
    frames.push({ type: "subscribe", intercept: denying, on_failure: "deny" });
  }
  return frames;
}

function namesOf(interceptors: readonly Interceptor[], policy: string): InterceptName[] {
  const chosen = interceptors.filter(({ on_failure }) => on_failure === policy);
  return [...new Set(chosen.map(({ event }) => event))];
}

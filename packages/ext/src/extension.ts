import type { EventIntercept, EventName, InterceptName } from "@zot/protocol";
import { defineCommand, type CommandOptions } from "./command.js";
import { HostConnection, type Identity } from "./connection.js";
import type { EventHandler, EventOf } from "./events.js";
import type { InterceptHandler, InterceptOf, InterceptOptions } from "./intercept.js";
import { Registry } from "./registry.js";
import { runOnStdio } from "./run.js";
import type { ToolSchema } from "./schema/read-schema.js";
import type { Connection, Transport } from "./transport.js";
import { defineTool, type ToolOptions } from "./tool.js";
import type { Zot } from "./zot.js";

/**
 * An extension as its author builds it: register first, then `run()`. Each method returns the extension itself.
 *
 * @example
 * function addClock(to: Extension) {
 *   to.command("now", { run: () => new Date().toISOString() });
 * }
 */
export class Extension {
  readonly name: string;
  readonly version: string | undefined;
  readonly #registry = new Registry();

  constructor({ name, version }: Identity) {
    this.name = name;
    this.version = version;
  }

  /** Offers a tool to the model. */
  tool<const Schema extends ToolSchema = { type: "object" }>(
    name: string,
    options: ToolOptions<Schema>,
  ): this {
    this.#registry.addTool(defineTool(name, options));
    return this;
  }

  /** Offers a slash command to the user, named without its slash. */
  command(name: string, options: CommandOptions): this {
    this.#registry.addCommand(defineCommand(name, options));
    return this;
  }

  /** Watches an event. */
  on<Name extends EventName>(event: Name, handler: EventHandler<Name>): this {
    this.#registry.addListener(event, (frame, zot) => handler(frame as EventOf<Name>, zot));
    return this;
  }

  /** Decides about something before it takes effect. */
  intercept<Name extends InterceptName>(
    event: Name,
    handler: InterceptHandler<Name>,
    { on_failure = "allow" }: InterceptOptions = {},
  ): this {
    const handle = (asked: EventIntercept, zot: Zot) =>
      handler(asked as unknown as InterceptOf<Name>, zot);
    this.#registry.addInterceptor({ event, on_failure, handle });
    return this;
  }

  /**
   * Runs once zot has introduced itself and before the extension counts as ready: the place for registrations that
   * depend on `zot.host`, and for keeping `zot` for work in the background.
   */
  setup(prepare: (zot: Zot) => void | Promise<void>): this {
    this.#registry.setups.push(prepare);
    return this;
  }

  /** Runs when zot says goodbye, for at most a second and a half. When zot just vanishes, it doesn't. */
  onShutdown(cleanup: () => void | Promise<void>): this {
    this.#registry.cleanups.push(cleanup);
    return this;
  }

  /** Talks to zot over stdin and stdout until zot says goodbye or is gone; then the process ends. */
  run(): void {
    runOnStdio((transport) => this.connect(transport));
  }

  /** Talks to a host over something else than stdin and stdout, as the test kit does. */
  connect(transport: Transport): Connection {
    return new HostConnection(this, this.#registry, transport);
  }
}

/**
 * Begins an extension. Its name is the one in `extension.json`.
 *
 * @example
 * extension({ name: "hello", version: "1.0.0" })
 *   .command("hello", { description: "Says hello", run: (args) => `Hello, ${args || "world"}!` })
 *   .run();
 */
export function extension(identity: Identity): Extension {
  return new Extension(identity);
}

import type {
  CommandResponse,
  Event,
  EventIntercept,
  EventInterceptResponse,
  EventName,
  ForeignBlock,
  FromExtension,
  InterceptName,
  Notify,
} from "@zot/protocol";
import { errorMessage } from "../error-message.js";
import type { HostInfo } from "../host-info.js";
import { failure, textOf, toResult, type ToolAnswer } from "../results.js";
import type { Greeting } from "./greeting.js";
import type { Exit, Link, LinkEvents } from "./link.js";
import { Registrations } from "./registrations.js";
import { Screen } from "./screen.js";
import { Session } from "./session.js";
import type { TestPanel } from "./test-panel.js";

/**
 * How a fake host behaves.
 *
 * @example
 * const options: TestHostOptions = { host: { provider: "offline" }, tools: { read: () => "text" } };
 */
export interface TestHostOptions {
  /** What `hello_ack` says. By default `cwd` and `data_dir` are new folders that go when the host stops. */
  host?: Partial<HostInfo>;
  /** Tools of the host, for extensions that call some. */
  tools?: Record<string, (args: Record<string, unknown>) => ToolAnswer | Promise<ToolAnswer>>;
  /** How long a wait may take before it fails, in milliseconds. */
  patience?: number;
}

/**
 * What a tool answered.
 *
 * @example
 * const { text, is_error }: TestToolResult = await host.callTool("weather", { city: "Berlin" });
 */
export interface TestToolResult {
  /** All its text. */
  text: string;
  content: ForeignBlock[];
  is_error: boolean;
}

const PATIENCE_MS = 10_000;

/**
 * Stands in for zot: invokes what an extension registered, and keeps what it sends.
 *
 * @example
 * let host: TestHost;
 * before(async () => (host = await startFolder(".")));
 * after(() => host.stop());
 */
export class TestHost implements AsyncDisposable {
  /** What the extension has registered so far. */
  readonly registered = new Registrations();
  /** What the extension was told in `hello_ack`. */
  readonly info: HostInfo;
  readonly #greeting: Greeting;
  readonly #tools: NonNullable<TestHostOptions["tools"]>;
  readonly #session: Session;
  readonly #screen: Screen;

  private constructor(
    greeting: Greeting,
    { tools = {}, patience = PATIENCE_MS }: TestHostOptions,
    open: (events: LinkEvents) => Link,
  ) {
    this.#greeting = greeting;
    this.info = greeting.ack;
    this.#tools = tools;
    this.#session = new Session(open, patience, (frame) => {
      this.#take(frame);
    });
    this.#screen = new Screen((frame) => {
      this.#session.send(frame);
    }, this.#session.patience);
  }

  /** Opens the link and waits until the extension is ready. */
  static async start(
    greeting: Greeting,
    options: TestHostOptions,
    open: (events: LinkEvents) => Link,
  ): Promise<TestHost> {
    let host: TestHost | undefined;
    try {
      const starting = (host = new TestHost(greeting, options, open));
      await starting.#session.waitFor("it got ready", () => starting.#session.isReady);
      return starting;
    } catch (error) {
      if (host) await host.stop();
      else greeting.removeFolders();
      throw error;
    }
  }

  /** Notes on screen, oldest first. */
  get notes(): readonly Pick<Notify, "level" | "message">[] {
    return this.#screen.notes;
  }

  /** Every panel that was opened, oldest first. */
  get panels(): readonly TestPanel[] {
    return this.#screen.panels;
  }

  /** Prompts and slash commands that it submitted. */
  get submitted(): readonly string[] {
    return this.#screen.submitted;
  }

  /** Every valid frame that it sent. */
  get frames(): readonly FromExtension[] {
    return this.#session.frames;
  }

  /** What was wrong with the lines that were no valid frames. */
  get problems(): readonly string[] {
    return this.#session.problems;
  }

  /** Its log: what it wrote to stderr. */
  get stderr(): string {
    return this.#session.log;
  }

  /** Types a slash command. Resolves with what zot would do. An abort cancels it and rejects. */
  async runCommand(
    name: string,
    args = "",
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<CommandResponse> {
    const command = this.registered.pick("command", this.registered.commands, name.toLowerCase());
    const answer = await this.#session.ask(
      `/${name} answered`,
      (id) => ({ type: "command_invoked", id, name: command.name, args }),
      signal,
    );
    return answer as CommandResponse;
  }

  /** Calls a tool as the model would. An abort cancels it and rejects. */
  async callTool(
    name: string,
    args: Record<string, unknown> = {},
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<TestToolResult> {
    this.registered.pick("tool", this.registered.tools, name);
    const answer = await this.#session.ask(
      `tool ${name} answered`,
      (id) => ({ type: "tool_call", id, name, args }),
      signal,
    );
    const { content = [], is_error = false } = answer as Partial<TestToolResult>;
    return { text: textOf(content), content, is_error };
  }

  /** Tells the extension of an event that it watches. Nobody answers an event: wait for what it does. */
  fireEvent(event: EventName, fields: Omit<Event, "type" | "event"> = {}): void {
    this.registered.pick("handler for event", this.registered.events, event);
    this.#session.send({ type: "event", event, ...fields });
  }

  /** Asks an interceptor. An answer without fields means "allow, unchanged". An abort withdraws it and rejects. */
  async askInterceptor(
    event: InterceptName,
    fields: Omit<EventIntercept, "type" | "id" | "event">,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<Partial<Omit<EventInterceptResponse, "type" | "id">>> {
    this.registered.pick("interceptor for", this.registered.intercepts, event);
    const answer = await this.#session.ask(
      `it decided about ${event}`,
      (id) => ({ type: "event_intercept", id, event, ...fields }),
      signal,
    );
    return Object.fromEntries(
      Object.entries(answer).filter(([field]) => field !== "type" && field !== "id"),
    );
  }

  /** Waits for an open panel: the newest, or the one of that id. */
  async waitForPanel(id?: string): Promise<TestPanel> {
    return this.#session.waitFor(id === undefined ? "a panel opened" : `panel "${id}" opened`, () =>
      this.panels.findLast((panel) => panel.isOpen && (id === undefined || panel.id === id)),
    );
  }

  /** Waits for a note that says something. */
  async waitForNote(wanted: string | RegExp): Promise<Pick<Notify, "level" | "message">> {
    return this.#session.waitFor(`a note said ${String(wanted)}`, () =>
      this.notes.find(({ message }) =>
        typeof wanted === "string" ? message.includes(wanted) : wanted.test(message),
      ),
    );
  }

  /** Waits for anything else: the check runs again whenever the extension sent or logged something. */
  async waitUntil(what: string, check: () => boolean): Promise<void> {
    await this.#session.waitFor(what, check);
  }

  /** Says goodbye as zot does, and resolves when the extension and all that it started are gone. */
  async stop(): Promise<Exit> {
    return this.#end("goodbye");
  }

  /** Vanishes without goodbye, as a killed zot does, and resolves when the extension is gone. */
  async disconnect(): Promise<Exit> {
    return this.#end("vanish");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #end(how: "goodbye" | "vanish"): Promise<Exit> {
    try {
      return await this.#session.end(how);
    } finally {
      this.#greeting.removeFolders();
    }
  }

  #take(frame: FromExtension): void {
    this.registered.add(frame);
    this.#screen.show(frame);
    if (frame.type === "hello") this.#session.send(this.#greeting.ack);
    if (frame.type === "call_tool") void this.#runTool(frame.id, frame.name, frame.args);
  }

  async #runTool(id: string, name: string, args: Record<string, unknown>): Promise<void> {
    const tool = this.#tools[name];
    const result = await Promise.resolve()
      .then(async () => (tool ? toResult(await tool(args)) : failure(`unknown tool "${name}"`)))
      .catch((error: unknown) => failure(errorMessage(error)));
    this.#session.send({ type: "tool_result", id, name, is_error: false, ...result });
  }
}

import type { EventIntercept, EventName, FromExtension, FromHost, HelloAck } from "@zot/protocol";
import { encodeFrame, parseLine } from "@zot/protocol/lines";
import { CalledTools } from "./called-tools.js";
import { cleanUp } from "./clean-up.js";
import { errorMessage } from "./error-message.js";
import { toHostInfo } from "./host-info.js";
import { decide } from "./intercept.js";
import { makeZot, type Task, type ZotParts } from "./make-zot.js";
import { Panels } from "./panel.js";
import type { Registry } from "./registry.js";
import { failure } from "./results.js";
import { Tasks } from "./tasks.js";
import type { Connection, Transport } from "./transport.js";
import type { Zot } from "./zot.js";

/** Who an extension is: the name in its `extension.json`, and a version of its own. */
export interface Identity {
  name: string;
  version?: string | undefined;
}

/** Greets a host, registers, and answers it until it says goodbye or is gone. */
export class HostConnection implements Connection {
  readonly #name: string;
  readonly #registry: Registry;
  readonly #transport: Transport;
  readonly #life: AbortController;
  readonly #parts: ZotParts;
  readonly #zot: Zot;
  readonly #tasks: Tasks;
  readonly #forget: () => void;
  #host = toHostInfo();
  #isGreeted = false;
  #state: "running" | "leaving" | "over" = "running";

  constructor({ name, version }: Identity, registry: Registry, transport: Transport) {
    // Before anything else: the host waits for it.
    const capabilities = registry.capabilities();
    transport.write(
      encodeFrame({ type: "hello", name, ...(version && { version }), capabilities }),
    );

    this.#name = name;
    this.#registry = registry;
    this.#transport = transport;
    this.#life = new AbortController();
    const send = this.#send.bind(this);
    this.#parts = {
      send,
      log: transport.log,
      panels: new Panels(send, this.#guard.bind(this)),
      called: new CalledTools(send),
      host: () => this.#host,
      isDeciding: () => this.#tasks.isDeciding,
    };
    this.#tasks = new Tasks(this.#life.signal);
    this.#zot = makeZot(this.#parts, this.#life.signal);
    this.#forget = registry.announce(send);
    if (registry.setups.length === 0) send({ type: "ready" });
  }

  receive(text: string): void {
    if (this.#state === "over") return;
    const line = parseLine(text);
    if (!line.ok) this.#transport.log(`not a frame of zot: ${line.message}`);
    else if (isUnanswerable(line.type, line.value.id)) {
      this.#transport.log(`a ${line.type} of zot has no id`);
    }
    // The host validates what it sends; a second validator would cost the start more than it tells.
    else this.#dispatch(line.value as unknown as FromHost);
  }

  close(): void {
    if (this.#state === "running") this.#end();
  }

  report(error: unknown): void {
    this.#transport.log(error);
    this.#send({ type: "notify", level: "error", message: errorMessage(error) });
  }

  #dispatch(frame: FromHost): void {
    switch (frame.type) {
      case "hello_ack":
        this.#guard(() => this.#greet(frame));
        break;
      case "tool_call":
        this.#guard(() => this.#callTool(frame.id, frame.name, frame.args));
        break;
      case "tool_cancel":
        this.#tasks.cancel("tool", frame.id, "the call was cancelled");
        break;
      case "command_invoked":
        this.#guard(() => this.#runCommand(frame.id, frame.name, frame.args ?? ""));
        break;
      case "command_cancel":
        this.#tasks.cancel("command", frame.id, "the command was cancelled");
        break;
      case "event_intercept_cancel":
        this.#tasks.cancel("intercept", frame.id, "nobody waits for this decision any more");
        break;
      case "event":
        for (const listener of this.#registry.listeners.get(frame.event as EventName) ?? []) {
          this.#guard(() => listener(frame, this.#zot));
        }
        break;
      case "event_intercept":
        this.#guard(() => this.#decide(frame));
        break;
      case "panel_key":
      case "panel_resize":
      case "panel_close":
        this.#parts.panels.receive(frame);
        break;
      case "tool_result":
        this.#parts.called.settle(frame);
        break;
      case "shutdown":
        this.#guard(() => this.#sayGoodbye());
        break;
    }
  }

  async #greet(ack: HelloAck): Promise<void> {
    this.#host = toHostInfo(ack);
    const { setups } = this.#registry;
    if (this.#isGreeted || setups.length === 0) return;
    this.#isGreeted = true;
    const done = await Promise.allSettled(setups.map(async (setup) => await setup(this.#zot)));
    for (const result of done) if (result.status === "rejected") this.report(result.reason);
    this.#send({ type: "ready" });
  }

  async #callTool(id: string, name: string, args: unknown): Promise<void> {
    const tool = this.#registry.tools.get(name);
    await this.#answer("tool", id, async (zot) => {
      const result = tool
        ? await tool.call(args, zot)
        : failure(`extension ${this.#name} has no tool "${name}"`);
      return { type: "tool_result", id, ...result };
    });
  }

  async #runCommand(id: string, name: string, args: string): Promise<void> {
    const command = this.#registry.commands.get(name.toLowerCase());
    await this.#answer("command", id, async (zot) => {
      const outcome = command
        ? await command.invoke(args, zot)
        : { action: "noop" as const, error: `extension ${this.#name} has no command /${name}` };
      return { type: "command_response", id, ...outcome };
    });
  }

  async #decide(frame: EventIntercept): Promise<void> {
    const asked = this.#registry.interceptors.filter(({ event }) => event === frame.event);
    const { id } = frame;
    await this.#answer("intercept", id, async (zot, task) => {
      const decision = await decide(asked, frame, zot, task);
      return { type: "event_intercept_response", id, ...decision };
    });
  }

  /** Has a handler at work on what the host asked for; nobody waits for the answer of a cancelled one. */
  async #answer(
    kind: Task["kind"],
    id: string,
    work: (zot: Zot, task: Task) => Promise<FromExtension>,
  ): Promise<void> {
    const { task, signal, end } = this.#tasks.begin(kind, id);
    try {
      const answer = await work(makeZot(this.#parts, signal, task), task);
      if (!signal.aborted) this.#send(answer);
    } finally {
      end();
    }
  }

  async #sayGoodbye(): Promise<void> {
    if (this.#state !== "running") return;
    this.#state = "leaving";
    this.#abort("zot is shutting down");
    await cleanUp(this.#registry.cleanups, this.#transport.log);
    this.#send({ type: "shutdown_ack" });
    this.#end();
  }

  #end(): void {
    this.#abort("zot is gone");
    this.#state = "over";
    this.#forget();
    this.#transport.end();
  }

  #abort(why: string): void {
    this.#life.abort(new Error(why));
  }

  #send(frame: FromExtension): void {
    if (this.#state !== "over") this.#transport.write(encodeFrame(frame));
  }

  /** Runs a handler beside the others; what it throws is told, never thrown further. */
  #guard(work: () => unknown): void {
    new Promise((resolve) => {
      resolve(work());
    }).catch((error: unknown) => {
      this.report(error);
    });
  }
}

const REQUESTS = new Set(["tool_call", "command_invoked", "event_intercept"]);

function isUnanswerable(type: string, id: unknown): boolean {
  return REQUESTS.has(type) && (typeof id !== "string" || id === "");
}

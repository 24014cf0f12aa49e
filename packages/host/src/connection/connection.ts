import { encodeFrame, type Line } from "@zot/protocol/lines";
import type {
  CommandResponse,
  Decoded,
  EventInterceptResponse,
  FrameProblem,
  FromExtension,
  FromHost,
  Hello,
} from "@zot/protocol";
import { getCodec, loadCodec } from "./codec.js";
import { Complaints } from "./warnings.js";
import type { ConnectionOptions, Verdict } from "./connection-options.js";
import { readEarly } from "./early-frames.js";
import { Handshake } from "./handshake.js";
import type { FaultCode } from "../context/host-events.js";
import { PendingCalls, type ParentCall } from "../calls/pending-calls.js";
import { ChildLink, type Ended } from "./child-link.js";
import { readProblem, type StreamProblem } from "./read-problem.js";
import { Registrations } from "./registrations.js";
import { divertResult, type ToolReply } from "../calls/spill.js";

/** One process of an extension, and all that it said. A restart or a reload makes another one. */
export class Connection {
  readonly registrations: Registrations;
  readonly tools = new PendingCalls<ToolReply>();
  readonly commands = new PendingCalls<CommandResponse>({ panelsStay: true });
  readonly intercepts = new PendingCalls<EventInterceptResponse>();
  readonly complaints: Complaints;
  capabilities: ReadonlySet<string> = new Set();
  isReady = false;
  /** It said itself that all is registered, rather than being taken to be ready. */
  hasSaidReady = false;
  /** Tool calls that it is deciding about. */
  guarding = 0;
  readonly #options: ConnectionOptions;
  readonly #handshake: Handshake;
  readonly #link: ChildLink;
  #limitMs = 0;
  #verdict: Verdict | undefined;
  #stopAsked = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { log, timing, limits, name, declared } = options;
    this.registrations = new Registrations(limits.registrations);
    this.complaints = new Complaints((words) => {
      log.note(words);
    });
    this.#handshake = new Handshake(timing, {
      onHelloLate: () => {
        const limit = `${this.#limitMs / 1000} s`;
        const advice = "does it flush what it writes to stdout?";
        const words = `extension ${name} did not say hello within ${limit}; ${advice}`;
        this.condemn("hello-timeout", words);
      },
      isComplete: () => [...declared].every((event) => this.registrations.intercepts.has(event)),
      onReady: (how) => {
        this.#becomeReady(how);
      },
    });
    this.#link = new ChildLink({
      ...options,
      onLine: (line) => {
        this.read(line);
      },
      onEnded: (ended) => {
        this.#end(ended);
      },
      divert: (beginning) => divertResult(beginning, this.tools, options),
    });
  }

  get pid(): number | undefined {
    return this.#link.pid;
  }

  open(): void {
    this.#link.open();
    const { leftMs, limitMs } = this.#options.start();
    this.#limitMs = limitMs;
    this.#handshake.spawned(leftMs);
  }

  /** False when it can't reach the extension any more. */
  send(frame: FromHost): boolean {
    const { name, events } = this.#options;
    const line = encodeFrame(frame);
    const sent = frame.type === "event" ? this.#link.writeEvent(line) : this.#link.write(line);
    if (sent === "sent") events.onTraffic?.("out", frame);
    if (sent === "dropped" && this.complaints.add("events dropped", "events dropped", 1) === 1) {
      events.onFault(
        "events-dropped",
        `extension ${name} does not read its stdin: events are dropped`,
      );
    }
    if (sent === "full") {
      this.condemn("stdin-full", `extension ${name} was stopped: it does not read its stdin`);
    }
    return sent === "sent";
  }

  /** The call that a panel belongs to; `over` when nobody waits for that one any more. */
  parentOf(id: string | undefined): ParentCall | "over" | undefined {
    if (id === undefined) return this.intercepts.newest();
    if (id === "") return undefined;
    return this.intercepts.get(id) ?? this.tools.get(id) ?? this.commands.get(id) ?? "over";
  }

  /** Asks it to leave, and sees to it that it does. */
  async stop(): Promise<void> {
    this.#handshake.cancel();
    if (!this.#stopAsked) {
      this.#stopAsked = true;
      this.#link.write(encodeFrame({ type: "shutdown" }));
    }
    await this.#link.stop();
  }

  /** Ends it for breaking the rules. */
  condemn(code: FaultCode, reason: string): void {
    if (this.#verdict || this.#stopAsked) return;
    this.#verdict = { code, reason };
    this.#options.log.note(reason);
    void this.#link.terminate();
  }

  /** Deals with a line of the process. */
  read(line: Line): void {
    const { events } = this.#options;
    if (!line.ok) {
      this.#complain(readProblem(line, this.#options.name));
      return;
    }
    const decoded = this.#decode(line.text);
    if (!decoded) {
      this.#readLater(line);
      return;
    }
    if (decoded.ok) {
      events.onTraffic?.("in", decoded.frame);
      this.#dispatch(decoded.frame);
      return;
    }
    const { problem } = decoded;
    this.#handshake.frame();
    if (problem.id !== undefined) this.#settleGarbage(problem);
    this.#complain(readProblem({ ...problem, text: line.text }, this.#options.name));
  }

  /** Nothing when it takes the schemas, and they are not loaded. */
  #decode(text: string): Decoded<FromExtension> | undefined {
    const codec = getCodec();
    if (codec) return codec.decode(text);
    const frame = readEarly(text);
    return frame && { ok: true, frame };
  }

  #readLater(line: Line): void {
    this.#link.hold();
    void loadCodec().then(() => {
      this.read(line);
      this.#link.release();
    });
  }

  #complain(problem: StreamProblem): void {
    if (problem.condemns) {
      this.condemn(problem.condemns, problem.message);
      return;
    }
    const count = this.complaints.add(problem.kind, problem.words);
    if (problem.fault && count === 1) {
      this.#options.events.onFault(problem.fault, problem.message);
    }
  }

  #settleGarbage({ type, id: given, value }: FrameProblem): void {
    const id = String(given);
    const detail = typeof value?.error === "string" ? value.error : "";
    const garbage = { ok: false, why: "garbage", ...(detail === "" ? {} : { detail }) } as const;
    if (type === "tool_result") this.tools.settle(id, garbage);
    if (type === "command_response") this.commands.settle(id, garbage);
    if (type === "event_intercept_response") this.intercepts.settle(id, garbage);
  }

  #dispatch(frame: FromExtension): void {
    if (frame.type === "hello") {
      this.#greet(frame);
      return;
    }
    if (!this.#handshake.greeted) {
      const words = `frame "${frame.type}" before hello; ignored`;
      const message = `extension ${this.#options.name} sent ${words}`;
      this.#complain({ kind: "before hello", words, fault: "before-hello", message });
      return;
    }
    this.#handshake.frame();
    switch (frame.type) {
      case "ready":
        this.hasSaidReady = true;
        this.#handshake.ready("frame");
        break;
      case "register_tool":
        this.#registered(frame.type, this.registrations.addTool(frame));
        break;
      case "register_command":
        this.#registered(frame.type, this.registrations.addCommand(frame));
        break;
      case "subscribe":
        this.registrations.subscribe(frame);
        this.#registered(frame.type, undefined);
        break;
      case "tool_result":
        this.#settle(frame.type, this.tools, frame);
        break;
      case "command_response":
        this.#settle(frame.type, this.commands, frame);
        break;
      case "event_intercept_response":
        this.#settle(frame.type, this.intercepts, frame);
        break;
      default:
        this.#options.events.onFrame(frame);
    }
  }

  #greet(hello: Hello): void {
    const { name, log, events, ack } = this.#options;
    if (this.#handshake.greeted) {
      this.complaints.add("second hello", "second hello; ignored", 1);
      return;
    }
    // Not in version 1: a later kind of extension would say so here.
    const { protocol_version: asked } = hello as { protocol_version?: unknown };
    const answer = ack();
    const { protocol_version: ours } = answer;
    if (asked !== undefined && asked !== ours) {
      const reason = `extension ${name} speaks protocol version ${JSON.stringify(asked)}, this zot speaks ${ours}`;
      this.condemn("protocol-version", reason);
      return;
    }
    if (hello.name !== name) {
      log.note(
        `hello names ${JSON.stringify(hello.name)}, the manifest "${name}"; using "${name}"`,
      );
    }
    this.capabilities = new Set(hello.capabilities);
    this.#handshake.hello();
    this.send(answer);
    events.onHello(hello);
  }

  #becomeReady(how: "frame" | "silence" | "limit"): void {
    const { log, events } = this.#options;
    if (how === "silence") log.note("no ready frame; auto-readying after idle");
    if (how === "limit") log.note("timed out waiting for ready frame; proceeding");
    this.isReady = true;
    events.onReady();
  }

  #registered(type: string, problem: string | undefined): void {
    if (problem !== undefined) {
      const words = `bad ${type} frame: ${problem}`;
      const message = `extension ${this.#options.name}: ${words}`;
      this.#complain({ kind: `bad ${type}`, words, fault: "bad-frame", message });
    } else if (this.isReady) {
      this.#options.events.onLateRegistration();
    }
  }

  #settle<Frame extends { id: string }>(
    type: string,
    calls: PendingCalls<Frame>,
    frame: Frame,
  ): void {
    if (calls.settle(frame.id, { ok: true, frame })) return;
    const words = `${type} for ${JSON.stringify(frame.id)}, which nobody waits for; dropped`;
    this.complaints.add(`unexpected ${type}`, words, 1);
  }

  #end(ended: Ended): void {
    const { log, name, events } = this.#options;
    this.#handshake.cancel();
    this.isReady = false;
    this.complaints.summarise();
    log.note(`extension ${name} read loop exited at ${new Date().toISOString()}`);
    this.tools.close();
    this.commands.close();
    this.intercepts.close();
    events.onEnded({ ...ended, verdict: this.#verdict });
  }
}

import { encodeFrame, PROTOCOL_VERSION, type Line } from "@zot/protocol/lines";
import { decodeFromExtension } from "@zot/protocol/readers";
import type { FromExtension, FromHost, Hello } from "@zot/protocol";
import { Requests } from "./requests.js";
import { divertResult } from "./result-files.js";
import { describeFault, type Fault } from "../context/faults.js";
import type { HostContext } from "../context/host-context.js";
import type { Spawned } from "./process/spawn.js";
import { ChildLink, type Ended } from "./process/child-link.js";
import type { ConnectionEvent } from "./connection-events.js";
import { describeEnd } from "./describe-end.js";
import { Handshake } from "./handshake.js";
import { badFrame, readBadFrame, readBadLine, type StreamProblem } from "./read-problem.js";
import { Registrations } from "./registrations.js";
import type { StderrLog } from "./process/stderr-log.js";
import { Warnings } from "./warnings.js";

export interface ConnectionOptions {
  /** The manifest's name: the one in hello does not count. */
  name: string;
  spawned: Spawned;
  /** What its manifest says that it will intercept. */
  declared: ReadonlySet<string>;
  /** How long its start may take from here, and how long in all. */
  start: () => { leftMs: number; limitMs: number };
  log: StderrLog;
  context: HostContext;
  listener: (event: ConnectionEvent) => void;
}

/** One process of an extension, and all that it said. A restart or a reload makes another one. */
export class Connection {
  readonly registrations: Registrations;
  readonly requests = new Requests(this);
  readonly warnings: Warnings;
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
  #failure: Fault | undefined;
  #stopAsked = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { log, context, name, declared } = options;
    this.registrations = new Registrations(context.limits.registrations);
    this.warnings = new Warnings((line) => {
      log.note(line);
    });
    this.#handshake = new Handshake(context.timing, {
      onHelloLate: () => {
        this.#markFailed({ code: "hello-timeout", details: { limitMs: this.#limitMs } });
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
      divert: (beginning) => divertResult(beginning, this.requests.tools, name, context),
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
    const { name, context } = this.#options;
    const line = encodeFrame(frame);
    const sent = frame.type === "event" ? this.#link.writeEvent(line) : this.#link.write(line);
    if (sent === "sent") context.publisher.recordFrame?.(name, "out", frame);
    if (sent === "dropped") {
      this.warnings.add("events dropped", "events dropped", 1);
      this.#report({ code: "events-dropped", details: {} });
    }
    if (sent === "full") this.#markFailed({ code: "stdin-full", details: {} });
    return sent === "sent";
  }

  /** Asks it to exit, and ends it if it does not. */
  async stop(): Promise<void> {
    this.#handshake.cancel();
    if (!this.#stopAsked) {
      this.#stopAsked = true;
      this.#link.write(encodeFrame({ type: "shutdown" }));
    }
    await this.#link.stop();
  }

  /** Handles a line of the process. */
  read(line: Line): void {
    if (!line.ok) {
      this.#warn(readBadLine(line));
      return;
    }
    const decoded = decodeFromExtension(line.text);
    if (decoded.ok) {
      const { name, context } = this.#options;
      context.publisher.recordFrame?.(name, "in", decoded.frame);
      this.#dispatch(decoded.frame);
    } else {
      this.#handshake.frame();
      this.requests.settleUnreadable(decoded.problem);
      this.#warn(readBadFrame(line.text, decoded.problem));
    }
  }

  #dispatch(frame: FromExtension): void {
    if (frame.type === "hello") {
      this.#greet(frame);
      return;
    }
    if (!this.#handshake.greeted) {
      const logLine = `frame "${frame.type}" before hello; ignored`;
      const fault = { code: "before-hello", details: { frame: frame.type } } as const;
      this.#warn({ kind: "before hello", logLine, fault });
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
      case "command_response":
      case "event_intercept_response":
        if (!this.requests.settle(frame)) {
          const line = `${frame.type} for ${JSON.stringify(frame.id)}, which nobody waits for; dropped`;
          this.warnings.add(`unexpected ${frame.type}`, line, 1);
        }
        break;
      default:
        this.#options.listener({ type: "request", frame });
    }
  }

  #greet(hello: Hello): void {
    const { name, log, listener } = this.#options;
    if (this.#handshake.greeted) {
      this.warnings.add("second hello", "second hello; ignored", 1);
      return;
    }
    // Not in version 1: a later kind of extension would say so here.
    const { protocol_version: asked } = hello as { protocol_version?: unknown };
    if (asked !== undefined && asked !== PROTOCOL_VERSION) {
      const details = { asked, supported: PROTOCOL_VERSION };
      this.#markFailed({ code: "protocol-version", details });
      return;
    }
    if (hello.name !== name) {
      log.note(
        `hello names ${JSON.stringify(hello.name)}, the manifest "${name}"; using "${name}"`,
      );
    }
    this.capabilities = new Set(hello.capabilities);
    this.#handshake.hello();
    listener({ type: "hello" });
  }

  #becomeReady(how: "frame" | "silence" | "limit"): void {
    const { log, listener } = this.#options;
    if (how === "silence") log.note("no ready frame; auto-readying after idle");
    if (how === "limit") log.note("timed out waiting for ready frame; proceeding");
    this.isReady = true;
    listener({ type: "ready" });
  }

  #registered(type: string, problem: string | undefined): void {
    if (problem !== undefined) this.#warn(badFrame(`bad ${type}`, `bad ${type} frame: ${problem}`));
    else if (this.isReady) this.#options.listener({ type: "registered" });
  }

  #warn({ kind, logLine, fault, isFatal = false }: StreamProblem): void {
    if (fault && isFatal) {
      this.#markFailed(fault);
      return;
    }
    this.warnings.add(kind, logLine);
    if (fault) this.#report(fault);
  }

  #report(fault: Fault): void {
    this.#options.listener({ type: "fault", fault });
  }

  /** Ends it for breaking the rules. */
  #markFailed(fault: Fault): void {
    if (this.#failure || this.#stopAsked) return;
    this.#failure = fault;
    this.#options.log.note(describeFault(this.#options.name, fault));
    void this.#link.terminate();
  }

  #end(ended: Ended): void {
    const { log, name, listener } = this.#options;
    this.#handshake.cancel();
    this.isReady = false;
    this.warnings.summarise();
    log.note(`extension ${name} read loop exited at ${new Date().toISOString()}`);
    this.requests.close();
    const failure = this.#failure;
    const lastError = log.lastError();
    log.close();
    const reason = failure ? describeFault(name, failure) : describeEnd(ended, lastError);
    listener({ type: "ended", reason, failure, isSpawned: !ended.spawnError });
  }
}

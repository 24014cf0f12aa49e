import { decodeFromExtension, encodeFrame, type FromExtension, type FromHost } from "@zot/protocol";
import type { Exit, Link, LinkEvents } from "./link.js";
import { Patience } from "./patience.js";

/** An extension that never says `ready` counts as ready after this long without a frame. */
const IDLE_READY_MS = 250;

/** The frames that answer one of ours. */
export type Reply = Extract<
  FromExtension,
  { type: "command_response" | "tool_result" | "event_intercept_response" }
>;

/** The frames that want an answer, and those that withdraw them. */
type Request = Extract<FromHost, { type: keyof typeof CANCELS }>;
const CANCELS = {
  tool_call: "tool_cancel",
  command_invoked: "command_cancel",
  event_intercept: "event_intercept_cancel",
} as const;

/** The exchange of frames with one extension, from its first line to its end. */
export class Session {
  readonly frames: FromExtension[] = [];
  readonly problems: string[] = [];
  readonly patience: Patience;
  log = "";
  exit: Exit | undefined;
  isReady = false;
  readonly #replies = new Map<string, Reply>();
  readonly #onFrame: (frame: FromExtension) => void;
  readonly #link: Link;
  #idle: NodeJS.Timeout | undefined;
  #count = 0;

  constructor(
    open: (events: LinkEvents) => Link,
    patience: number,
    onFrame: (frame: FromExtension) => void,
  ) {
    this.patience = new Patience(patience, () => this.#describe());
    this.#onFrame = onFrame;
    this.#link = open({
      onLine: (line) => {
        this.#receive(line);
      },
      onProblem: (message) => {
        this.problems.push(message);
      },
      onLog: (text) => {
        this.log += text;
        this.patience.look();
      },
      onExit: (exit) => {
        this.exit = exit;
        clearTimeout(this.#idle);
        this.patience.look();
      },
    });
  }

  send(frame: FromHost): void {
    this.#link.send(encodeFrame(frame));
  }

  /** Sends a request and waits for its answer. An abort tells the extension and rejects. */
  async ask(what: string, frame: (id: string) => Request, signal?: AbortSignal): Promise<Reply> {
    signal?.throwIfAborted();
    this.#count += 1;
    const id = `test-${this.#count}`;
    const request = frame(id);
    const cancel = () => {
      this.send({ type: CANCELS[request.type], id });
      this.patience.look();
    };
    this.send(request);
    signal?.addEventListener("abort", cancel);
    try {
      return await this.waitFor(what, () => {
        signal?.throwIfAborted();
        return this.#replies.get(id);
      });
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }

  /** Waits for something that only a living extension can do. */
  async waitFor<Value>(what: string, find: () => Value | undefined | false): Promise<Value> {
    return this.patience.waitFor(what, () => {
      const found = find();
      if (found !== undefined && found !== false) return found;
      if (!this.exit) return undefined;
      throw new Error(`The extension ended before ${what}.\n${this.#describe()}`);
    });
  }

  /** Ends it, with a goodbye or without, and waits until it is gone. */
  async end(how: "goodbye" | "vanish"): Promise<Exit> {
    if (how === "vanish") {
      this.#link.disconnect();
    } else if (!this.exit) {
      this.send({ type: "shutdown" });
      this.#link.end();
    }
    try {
      return await this.patience.waitFor("the extension ended", () => this.exit);
    } catch (error) {
      // The test fails, and must not leave the process behind.
      this.#link.kill();
      throw error;
    }
  }

  #receive(line: string): void {
    const decoded = decodeFromExtension(line);
    if (decoded.ok) this.#take(decoded.frame);
    else this.problems.push(decoded.problem.message);
    this.patience.look();
  }

  #take(frame: FromExtension): void {
    if (this.frames.length === 0 && frame.type !== "hello") {
      this.problems.push(`${frame.type} came before hello`);
      return;
    }
    this.frames.push(frame);
    this.#waitForSilence(frame);
    this.#onFrame(frame);
    if ("id" in frame && frame.type !== "call_tool" && frame.type !== "call_tool_cancel") {
      this.#replies.set(frame.id, frame);
    }
  }

  #waitForSilence({ type }: FromExtension): void {
    if (this.isReady) return;
    clearTimeout(this.#idle);
    if (type === "ready") {
      this.isReady = true;
      return;
    }
    this.#idle = setTimeout(() => {
      this.isReady = true;
      this.patience.look();
    }, IDLE_READY_MS);
  }

  #describe(): string {
    const last = this.frames.slice(-5).map((frame) => `  ${JSON.stringify(frame)}`);
    return [
      this.exit ? `It ended: ${JSON.stringify(this.exit)}` : "It is running.",
      `Its last frames:\n${last.join("\n") || "  none"}`,
      ...(this.problems.length > 0 ? [`Not frames: ${this.problems.join("; ")}`] : []),
      ...(this.log === "" ? [] : [`Its log:\n${this.log.slice(-2_000)}`]),
    ].join("\n");
  }
}

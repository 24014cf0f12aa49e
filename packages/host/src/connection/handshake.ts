import { PROTOCOL_VERSION } from "@zot/protocol/lines";
import type { HelloAck } from "@zot/protocol";
import type { Settings } from "../context/host-context.js";
import type { Timing } from "../context/timing.js";

export interface HandshakeEvents {
  onHelloLate: () => void;
  /** Whether it has registered all that its manifest announced: before that, silence is no sign. */
  isComplete: () => boolean;
  /** How it got ready; only `frame` is the way that the protocol asks for. */
  onReady: (how: "frame" | "silence" | "limit") => void;
}

/** The waits between spawn and ready. */
export class Handshake {
  readonly #timing: Timing;
  readonly #events: HandshakeEvents;
  #state: "hello" | "registering" | "over" = "hello";
  #silence: NodeJS.Timeout | undefined;
  #limit: NodeJS.Timeout | undefined;
  #frames = 0;

  constructor(timing: Timing, events: HandshakeEvents) {
    this.#timing = timing;
    this.#events = events;
  }

  get greeted(): boolean {
    return this.#state !== "hello";
  }

  spawned(helloMs: number): void {
    this.#limit = setTimeout(() => {
      this.cancel();
      this.#events.onHelloLate();
    }, helloMs);
  }

  hello(): void {
    this.cancel();
    this.#state = "registering";
    this.#limit = setTimeout(() => {
      this.ready("limit");
    }, this.#timing.readyLimitMs);
    this.#silence = setTimeout(() => {
      this.#whenCaughtUp(this.#frames);
    }, this.#timing.readySilenceMs);
  }

  /** Any frame after hello restarts the wait for silence. */
  frame(): void {
    this.#frames += 1;
    if (this.#state === "registering") this.#silence?.refresh();
  }

  ready(how: "frame" | "silence" | "limit"): void {
    if (this.#state !== "registering") return;
    this.cancel();
    this.#events.onReady(how);
  }

  cancel(): void {
    this.#state = "over";
    clearTimeout(this.#silence);
    clearTimeout(this.#limit);
  }

  /** Timers come before input in a round of the loop: after a stall, what came in meanwhile counts first. */
  #whenCaughtUp(frames: number): void {
    setImmediate(() => {
      setImmediate(() => {
        const isQuiet = this.#state === "registering" && this.#frames === frames;
        if (isQuiet && this.#events.isComplete()) this.ready("silence");
      });
    });
  }
}

/** What an extension is told when it says hello. */
export function helloAck(
  { zotVersion, cwd, interactive, provider, model }: Settings,
  dir: string,
): HelloAck {
  const calls = ["tool_cancel", "call_tool", "intercept_cancel", "command_cancel"];
  const capabilities = ["commands", "tools", "events", ...calls];
  return {
    type: "hello_ack",
    protocol_version: PROTOCOL_VERSION,
    zot_version: zotVersion,
    provider,
    model,
    cwd,
    extension_dir: dir,
    data_dir: dir,
    capabilities: interactive ? [...capabilities, "panels"] : capabilities,
  };
}

import type { FromExtension, FromHost } from "@zot/protocol";
import type { Settings } from "./host-context.js";
import type { HostEvent, HostListener } from "./host-events.js";
import { Trace } from "./trace.js";

type RecordFrame = (
  extension: string,
  direction: "in" | "out",
  frame: FromExtension | FromHost,
) => void;

/** Publishes events to the listeners, the injected logger and the trace. */
export class Publisher {
  readonly #listeners = new Set<HostListener>();
  readonly #logger: Settings["logger"];
  readonly #trace: Trace | undefined;
  /** Nothing when nobody asked for frames. */
  readonly recordFrame: RecordFrame | undefined;

  constructor(settings: Pick<Settings, "logger" | "trace" | "frames" | "secrets">) {
    const { logger, trace, frames, secrets } = settings;
    this.#logger = logger;
    if (trace !== undefined) {
      this.#trace = new Trace(trace, secrets, (error) => {
        logger?.warn({ trace, error: error.message }, "the trace can't be written");
      });
    }
    if (!frames && !this.#trace) return;
    this.recordFrame = (extension, direction, frame) => {
      this.#trace?.write(extension, direction, frame);
      if (frames) this.publish({ type: "frame", extension, direction, frame } as HostEvent);
    };
  }

  subscribe(listener: HostListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  publish(event: HostEvent): void {
    // A flood of one fault must not become a flood in the log.
    if (event.type === "fault" && event.count === 1) this.#logger?.warn(event, event.message);
    if (event.type === "state") this.#logger?.info(event, `extension ${event.extension}`);
    for (const listener of [...this.#listeners]) {
      try {
        listener(event);
      } catch (error) {
        this.#logger?.error({ error, event: event.type }, "a listener of the host threw");
      }
    }
  }

  close(): void {
    this.#trace?.close();
  }
}

import type { FromExtension, FromHost } from "@zot/protocol";
import type { HostEvent, HostListener } from "./host-events.js";
import type { HostOptions } from "./host-options.js";
import { silentLogger, type HostLogger } from "./logger.js";
import { Trace } from "./trace.js";

/** Where everything that the host has to tell goes out: listeners, the injected logger, the trace. */
export class Publisher {
  readonly #listeners = new Set<HostListener>();
  readonly #logger: HostLogger;
  readonly #trace: Trace | undefined;
  /** Nothing when nobody asked for frames. */
  readonly onTraffic:
    | ((extension: string, direction: "in" | "out", frame: FromExtension | FromHost) => void)
    | undefined;

  constructor({ logger = silentLogger, trace, frames = false, secrets }: HostOptions) {
    this.#logger = logger;
    this.#trace =
      trace === undefined
        ? undefined
        : new Trace(trace, secrets ?? (() => []), (error) => {
            logger.warn({ trace, error: error.message }, "the trace can't be written");
          });
    if (!frames && !this.#trace) return;
    this.onTraffic = (extension, direction, frame) => {
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

  readonly publish = (event: HostEvent): void => {
    if (event.type === "fault") this.#logger.warn(event, event.message);
    if (event.type === "state") this.#logger.info(event, `extension ${event.extension}`);
    for (const listener of [...this.#listeners]) {
      try {
        listener(event);
      } catch (error) {
        this.#logger.error({ error, event: event.type }, "a listener of the host threw");
      }
    }
  };

  close(): void {
    this.#trace?.close();
  }
}

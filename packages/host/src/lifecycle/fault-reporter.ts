import { join } from "node:path";
import { StderrLog } from "../connection/process/stderr-log.js";
import { describeFault, type Fault, type FaultCode } from "../context/faults.js";
import type { HostContext } from "../context/host-context.js";

/** Publishes the faults of one extension, and opens its log. */
export class FaultReporter {
  readonly logPath: string;
  readonly #extension: string;
  readonly #context: HostContext;
  readonly #counts = new Map<FaultCode, number>();

  constructor(extension: string, context: HostContext) {
    this.#extension = extension;
    this.#context = context;
    this.logPath = join(context.settings.zotHome, "logs", `ext-${extension}.log`);
  }

  report(fault: Fault): void {
    const count = (this.#counts.get(fault.code) ?? 0) + 1;
    this.#counts.set(fault.code, count);
    const message = describeFault(this.#extension, fault);
    const extension = this.#extension;
    this.#context.publisher.publish({ type: "fault", extension, ...fault, count, message });
  }

  /** Counts this code, or every code, from the beginning. */
  reset(code?: FaultCode): void {
    if (code === undefined) this.#counts.clear();
    else this.#counts.delete(code);
  }

  /** A line in its log, for whoever debugs it. */
  note(text: string): void {
    const log = this.openLog();
    log.note(text);
    log.close();
  }

  openLog(): StderrLog {
    const { limits, settings } = this.#context;
    return new StderrLog({
      path: this.logPath,
      maxBytes: limits.logBytes,
      secrets: settings.secrets,
      onUnwritable: ({ message }) => {
        this.report({ code: "log-unwritable", details: { reason: message } });
      },
    });
  }
}

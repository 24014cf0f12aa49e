import { join } from "node:path";
import type { FaultCode } from "../context/host-events.js";
import { StderrLog } from "../connection/stderr-log.js";
import type { Surroundings } from "../context/host-context.js";

/** How an extension's troubles are told: to the user, once for each kind, and in its log. */
export class Voice {
  readonly #name: string;
  readonly #around: Surroundings;
  readonly #told = new Set<FaultCode>();

  constructor(name: string, around: Surroundings) {
    this.#name = name;
    this.#around = around;
  }

  get logPath(): string {
    return join(this.#around.zotHome, "logs", `ext-${this.#name}.log`);
  }

  report(code: FaultCode, message: string): void {
    if (this.#told.has(code)) return;
    this.#told.add(code);
    this.#around.publish({ type: "fault", extension: this.#name, code, message });
  }

  /** From now on this kind, or every kind, is told again. */
  forget(code?: FaultCode): void {
    if (code === undefined) this.#told.clear();
    else this.#told.delete(code);
  }

  /** A line in its log, for whoever debugs it. */
  note(words: string): void {
    const log = this.openLog();
    log.note(words);
    log.close();
  }

  openLog(): StderrLog {
    const { limits, secrets } = this.#around;
    return new StderrLog({
      path: this.logPath,
      maxBytes: limits.logBytes,
      secrets,
      onUnwritable: (error) => {
        this.report("load", `extension ${this.#name}: its log can't be written: ${error.message}`);
      },
    });
  }
}

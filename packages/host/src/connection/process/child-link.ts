import type { ChildProcessWithoutNullStreams } from "node:child_process";
import type { Line } from "@zot/protocol/lines";
import type { HostContext } from "../../context/host-context.js";
import { LineReader, type LineSink } from "./line-reader.js";
import { LineWriter, type Sent } from "./line-writer.js";
import type { Spawned } from "./spawn.js";
import type { StderrLog } from "./stderr-log.js";
import { hasExited, stopGroup } from "./stop.js";
import { timeSlicer } from "./time-slicer.js";

/** Reading the output of a dead process ends after so many waits, even if a grandchild keeps writing. */
const DRAIN_ROUNDS = 20;

/** How a process ended: it never started, it was ended for a fault, or it went by itself. */
export interface Ended {
  spawnError?: NodeJS.ErrnoException;
  code: number | null;
  signal: NodeJS.Signals | null;
  /** It closed this stream while it lived on. */
  closed?: "stdin" | "stdout";
}

export interface ChildLinkOptions {
  spawned: Spawned;
  log: StderrLog;
  context: Pick<HostContext, "timing" | "limits">;
  onLine: (line: Line) => void;
  /** Exactly once, when no line can come any more. */
  onEnded: (ended: Ended) => void;
  divert: (beginning: Uint8Array) => LineSink | undefined;
}

/** One process of an extension: lines in, lines out, stderr to its log, and its shutdown. */
export class ChildLink {
  readonly #options: ChildLinkOptions;
  #child: ChildProcessWithoutNullStreams | undefined;
  #reader: LineReader | undefined;
  #writer: LineWriter | undefined;
  #stopping: Promise<void> | undefined;
  #closed: "stdin" | "stdout" | undefined;
  #ended = false;
  #resolveClosed: () => void = () => undefined;
  readonly #allClosed = new Promise<void>((resolve) => {
    this.#resolveClosed = resolve;
  });
  #timer: NodeJS.Timeout | undefined;
  #lastBytesAt = 0;

  constructor(options: ChildLinkOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  open(): void {
    const { spawned: child, context, log, onLine, divert } = this.#options;
    if (child instanceof Error) {
      queueMicrotask(() => {
        this.#end({ spawnError: child, code: null, signal: null });
      });
      return;
    }
    this.#child = child;
    child.once("error", (spawnError) => {
      if (child.pid === undefined) this.#end({ spawnError, code: null, signal: null });
    });
    child.once("exit", (code, signal) => {
      this.#drain(child, { code, signal });
    });
    this.#writer = new LineWriter(child.stdin, {
      maxBytes: context.limits.outboundBytes,
      maxEventBytes: context.limits.outboundEventBytes,
      onBroken: () => {
        this.#lost("stdin");
      },
    });
    this.#reader = new LineReader(child.stdout, {
      slicer: timeSlicer,
      maxLineBytes: context.limits.lineBytes,
      onLine,
      onBytes: () => {
        this.#lastBytesAt = performance.now();
      },
      divert,
      onEnd: () => {
        this.#lost("stdout");
      },
    });
    child.stderr.on("data", (bytes: Buffer) => {
      this.#lastBytesAt = performance.now();
      log.write(bytes);
    });
    child.stderr.on("error", () => undefined);
    this.#reader.start();
  }

  write(line: string): Sent {
    return this.#writer?.write(line) ?? "closed";
  }

  writeEvent(line: string): Sent {
    return this.#writer?.writeEvent(line) ?? "closed";
  }

  /** Closes stdin, then SIGTERM, then SIGKILL; the caller has sent `shutdown` before. */
  stop(): Promise<void> {
    return (this.#stopping ??= this.#shutDown(this.#options.context.timing.shutdownMs));
  }

  /** For one that broke the rules: SIGTERM at once, and nothing more is read. */
  terminate(): Promise<void> {
    this.#reader?.discard();
    return (this.#stopping ??= this.#shutDown(0));
  }

  async #shutDown(shutdownMs: number): Promise<void> {
    this.#writer?.end();
    if (this.#child) {
      const { terminateMs, killedMs } = this.#options.context.timing;
      await stopGroup(this.#child, { shutdownMs, terminateMs, killedMs });
    }
    await this.#allClosed;
  }

  /** It may be about to exit; if it does not, it can't be used any more. */
  #lost(stream: "stdin" | "stdout"): void {
    if (this.#ended || this.#stopping || this.#timer || !this.#child || hasExited(this.#child)) {
      return;
    }
    this.#timer = setTimeout(() => {
      this.#closed = stream;
      void this.terminate();
    }, this.#options.context.timing.closedStdoutMs);
  }

  /** The exit counts, not the close of its pipes: a grandchild can hold those open. */
  #drain(child: ChildProcessWithoutNullStreams, ended: Ended): void {
    clearTimeout(this.#timer);
    const { drainMs } = this.#options.context.timing;
    const exitedAt = performance.now();
    this.#lastBytesAt = exitedAt;
    const finish = () => {
      this.#end({ ...ended, ...(this.#closed ? { closed: this.#closed } : {}) });
    };
    const look = () => {
      const now = performance.now();
      const quiet = now - this.#lastBytesAt >= drainMs && this.#reader?.isIdle === true;
      if (quiet || now - exitedAt >= DRAIN_ROUNDS * drainMs) finish();
      else this.#timer = setTimeout(look, drainMs);
    };
    child.once("close", finish);
    look();
  }

  #end(ended: Ended): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#reader?.close();
    this.#child?.stdin.destroy();
    this.#child?.stderr.destroy();
    // The rest of its process group is ended too.
    this.#stopping ??= this.#shutDown(0);
    this.#resolveClosed();
    this.#options.onEnded(ended);
  }
}

import { writeSync } from "node:fs";
import type { ReadStream, WriteStream } from "node:tty";
import type { Reply, UserInput } from "../input/events.js";
import { detectReflow } from "./capabilities.js";
import { watchExits } from "./exits.js";
import { InputQueue } from "./input-queue.js";
import { HAS_JOB_CONTROL, stopJob, watchJob } from "./job-control.js";
import { countQuestions, MODES_OFF, MODES_ON, MODES_ON_AGAIN } from "./modes.js";
import { readNow } from "./read-now.js";
import type { Pause, Terminal } from "./terminal.js";

/** How long leaving waits for answers that would end up in the shell's prompt. */
const LAST_ANSWER_WAIT_MS = 300;

/** What to open. */
export interface TerminalOptions {
  readonly input?: ReadStream;
  readonly output?: WriteStream & { readonly fd: number };
  /** Closes the terminal. */
  readonly signal?: AbortSignal;
}

/**
 * Takes the terminal over: raw keys, bracketed paste, kitty keys. Reads at once, so that nothing typed is lost. On
 * close, exit, crash or signal it is given back as it was.
 *
 * @example
 * import { openTerminal } from "@zot/tui";
 * const terminal = openTerminal();
 * terminal.onInput((event) => {
 *   if (event.type === "key" && event.id === "q") terminal.close();
 * });
 */
export function openTerminal(options: TerminalOptions = {}): Terminal {
  return new ProcessTerminal(options);
}

class ProcessTerminal implements Terminal {
  readonly reflows = detectReflow();
  readonly #input: ReadStream;
  readonly #output: WriteStream & { readonly fd: number };
  readonly #queue = new InputQueue();
  readonly #farewells = new Set<() => string>();
  readonly #resumed = new Set<(pause: Pause) => void>();
  readonly #unwatch: () => void;
  readonly #unwatchJob: () => void;
  #isTaken = false;
  #isClosed = false;

  constructor({ input = process.stdin, output = process.stdout, signal }: TerminalOptions) {
    this.#input = input;
    this.#output = output;
    this.#unwatch = watchExits(() => {
      this.#giveBack();
    });
    this.#unwatchJob = watchJob({
      onStop: () => {
        this.suspend();
      },
      onContinue: () => {
        if (this.#isTaken) this.#takeAgain();
        else this.#comeBack();
      },
    });
    input.on("data", this.#onData);
    signal?.addEventListener(
      "abort",
      () => {
        this.close();
      },
      { once: true },
    );
    this.#take();
  }

  get columns(): number {
    return windowSize(this.#output)[0] || 80;
  }

  get rows(): number {
    return windowSize(this.#output)[1] || 24;
  }

  write(data: string): boolean {
    if (!this.#isTaken) return true;
    this.#noteQuestions(data);
    return this.#output.write(data);
  }

  onInput(listener: (event: UserInput) => void): () => void {
    return this.#queue.listen(listener);
  }

  onReply(listener: (reply: Reply) => void): () => void {
    return this.#queue.listenForReplies(listener);
  }

  onResize(listener: () => void): () => void {
    this.#output.on("resize", listener);
    return () => this.#output.removeListener("resize", listener);
  }

  onDrain(listener: () => void): () => void {
    this.#output.on("drain", listener);
    return () => this.#output.removeListener("drain", listener);
  }

  onResume(listener: (pause: Pause) => void): () => void {
    this.#resumed.add(listener);
    return () => this.#resumed.delete(listener);
  }

  onRestore(farewell: () => string): () => void {
    this.#farewells.add(farewell);
    return () => this.#farewells.delete(farewell);
  }

  suspend(): void {
    if (!this.#isTaken || !HAS_JOB_CONTROL) return;
    this.#giveBack();
    // As the terminal's own ctrl+z would: to all of the job, or a wrapper such as npx would keep the shell waiting.
    stopJob();
    // Where nobody could continue it, a job is not stopped. Had it been, the first round would bring the news.
    setImmediate(() => {
      setImmediate(() => {
        if (!this.#isTaken) this.#comeBack();
      });
    });
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#giveBack();
    this.#unwatch();
    this.#unwatchJob();
    this.#input.removeListener("data", this.#onData);
    this.#input.pause();
    this.#queue.close();
  }

  settled(): Promise<void> {
    return this.#queue.settled(LAST_ANSWER_WAIT_MS);
  }

  #noteQuestions(data: string): void {
    const count = countQuestions(data);
    if (count > 0) this.#queue.expectReplies(count);
  }

  readonly #onData = (chunk: Buffer) => {
    this.#queue.push(chunk);
  };

  #take(): void {
    this.#input.setRawMode(true);
    this.#input.resume();
    this.#noteQuestions(MODES_ON);
    this.#output.write(MODES_ON);
    this.#isTaken = true;
  }

  /** The shell had the terminal meanwhile, and the screen may show anything. */
  #comeBack(): void {
    if (this.#isClosed) return;
    this.#take();
    for (const listener of this.#resumed) listener("prepared");
  }

  /** After a SIGSTOP, which no one can prepare for, nobody knows whether a shell was there and changed the modes. */
  #takeAgain(): void {
    // Without this, Node takes the terminal to be raw still and does nothing.
    this.#input.setRawMode(false);
    this.#input.setRawMode(true);
    this.write(MODES_ON_AGAIN);
    for (const listener of this.#resumed) listener("sudden");
  }

  /** What the terminal still has to say would be typed into the shell. */
  #swallowAnswers(): void {
    const take = (chunk: Buffer) => {
      this.#queue.push(chunk);
    };
    if (this.#queue.isOwed) readNow(take, () => !this.#queue.isOwed, LAST_ANSWER_WAIT_MS);
  }

  #giveBack(): void {
    if (!this.#isTaken) return;
    this.#isTaken = false;
    const farewell = [...this.#farewells].map((each) => each()).join("");
    writeAll(this.#output.fd, farewell + MODES_OFF);
    this.#swallowAnswers();
    try {
      this.#input.setRawMode(false);
    } catch {
      // The terminal is gone (SIGHUP): there is nothing left to restore.
    }
  }
}

/**
 * Columns and rows as the kernel has them now. Node's own figures are older: it reads the signal that tells of a new size
 * after the timers, and so after a frame, that are due.
 */
function windowSize(output: WriteStream): readonly [columns: number, rows: number] {
  const size: [number, number] = [0, 0];
  const { _handle: handle } = output as { _handle?: WindowHandle };
  return handle?.getWindowSize?.(size) === 0 ? size : [output.columns, output.rows];
}

interface WindowHandle {
  /** Fills in columns and rows; returns 0, or an error's number. */
  getWindowSize?: (size: [number, number]) => number;
}

/** Writes at once, also while the process is exiting; a busy terminal is asked again for a moment. */
function writeAll(fd: number, text: string): void {
  let rest = Buffer.from(text);
  for (let attempt = 0; attempt < 200 && rest.length > 0; attempt += 1) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import type { FromExtension, FromHost } from "@zot/protocol";
import { redact } from "./redact.js";
import { writeAll } from "./base.js";

/** All frames as NDJSON: `{"time","extension","direction","frame"}` on each line. */
export class Trace {
  readonly #path: string;
  readonly #secrets: () => readonly string[];
  readonly #onUnwritable: (error: Error) => void;
  #file: number | undefined;
  #broken = false;

  constructor(
    path: string,
    secrets: () => readonly string[],
    onUnwritable: (error: Error) => void,
  ) {
    this.#path = path;
    this.#secrets = secrets;
    this.#onUnwritable = onUnwritable;
  }

  write(extension: string, direction: "in" | "out", frame: FromExtension | FromHost): void {
    if (this.#broken) return;
    const line = JSON.stringify({ time: new Date().toISOString(), extension, direction, frame });
    try {
      this.#file ??= this.#open();
      writeAll(this.#file, Buffer.from(`${redact(line, this.#secrets())}\n`));
    } catch (error) {
      this.#broken = true;
      this.#onUnwritable(error as Error);
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#broken = true;
  }

  #open(): number {
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    return openSync(this.#path, "a", 0o600);
  }
}

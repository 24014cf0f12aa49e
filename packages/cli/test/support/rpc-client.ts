import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach } from "vitest";
import { makeFolder, repo } from "./run-zot.js";

export type Frame = Record<string, unknown> & { type: string };

const running = new Set<ChildProcessWithoutNullStreams>();
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
});

/** A client as programs in the field write it: raw lines over the pipes of `zot rpc`. */
export class RpcClient {
  readonly frames: Frame[] = [];
  stderr = "";
  readonly child: ChildProcessWithoutNullStreams;
  readonly exited: Promise<number | null>;
  #read = 0;
  #wake: (() => void) | undefined;
  #rest = "";

  private constructor(child: ChildProcessWithoutNullStreams) {
    this.child = child;
    running.add(child);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      const lines = (this.#rest + text).split("\n");
      this.#rest = lines.pop() ?? "";
      for (const line of lines) this.frames.push(JSON.parse(line) as Frame);
      this.#wake?.();
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
      this.#wake?.();
    });
    this.exited = once(child, "close").then(([code]) => {
      running.delete(child);
      this.#wake?.();
      return code as number | null;
    });
  }

  static async start(
    args: readonly string[] = [],
    options: { env?: Record<string, string>; cwd?: string } = {},
  ): Promise<RpcClient> {
    const home = await makeFolder();
    const bin = join(repo, "packages/cli/dist/zot.cjs");
    const child = spawn(process.execPath, [bin, "rpc", "--provider", "offline", ...args], {
      cwd: options.cwd ?? home,
      env: { PATH: process.env.PATH ?? "", HOME: home, ZOT_HOME: home, ...options.env },
    });
    return new RpcClient(child);
  }

  send(frame: object): void {
    this.sendRaw(`${JSON.stringify(frame)}\n`);
  }

  sendRaw(text: string | Buffer): void {
    this.child.stdin.write(text);
  }

  /** The frames from here up to the first that fits, which is the last of them. */
  async until(fits: (frame: Frame) => boolean): Promise<Frame[]> {
    const from = this.#read;
    for (;;) {
      while (this.#read < this.frames.length) {
        const frame = this.frames[this.#read];
        this.#read += 1;
        if (frame !== undefined && fits(frame)) return this.frames.slice(from, this.#read);
      }
      if (this.child.exitCode !== null) {
        throw new Error(`zot rpc ended with ${this.child.exitCode}: ${this.stderr}`);
      }
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Resolves once this came on stderr. */
  async untilError(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.stderr)) {
      if (this.child.exitCode !== null) {
        throw new Error(`zot rpc ended with ${this.child.exitCode}: ${this.stderr}`);
      }
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  untilType(type: string): Promise<Frame[]> {
    return this.until((frame) => frame.type === type);
  }

  /** Sends a command and returns its response. */
  async ask(frame: { type: string } & Record<string, unknown>): Promise<Frame | undefined> {
    this.send(frame);
    const read = await this.until(
      ({ type, command }) => type === "response" && command === frame.type,
    );
    return read.at(-1);
  }

  /** Closes stdin, as a client that is done does. */
  async leave(): Promise<number | null> {
    this.child.stdin.end();
    return this.exited;
  }
}

/** A client of a model that plays these answers. */
export async function withScript(answers: unknown, args: string[] = []): Promise<RpcClient> {
  const script = join(await makeFolder(), "script.json");
  await writeFile(script, JSON.stringify(answers));
  return RpcClient.start(args, { env: { ZOT_OFFLINE_SCRIPT: script } });
}

/** The types of frames in a row, deltas of one kind counted once. */
export function typesOf(frames: readonly Frame[]): string[] {
  const types = frames.map(({ type }) => type);
  return types.filter((type, at) => !/_delta$|_args$/.test(type) || types[at - 1] !== type);
}

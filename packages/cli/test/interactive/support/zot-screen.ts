import { spawn, type IPty } from "@lydell/node-pty";
import { Emulator, keyBytes } from "@zot/tui/testing";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect } from "vitest";
import { repo } from "../../support/run-zot.js";
import { isStopped, processesOf } from "./processes-of.js";
import { SlowLine } from "./slow-line.js";

const bin = join(repo, "packages/cli/dist/zot.cjs");

export interface StartOptions {
  columns?: number;
  rows?: number;
  /** A folder to work in, and one for `$ZOT_HOME`; fresh ones by default. */
  cwd?: string;
  home?: string;
  env?: Record<string, string>;
  /** Answers for the offline model to play. */
  script?: unknown;
  /** A program that gets zot's output through a pipe, and has the terminal instead. */
  pipedInto?: string;
  /** How long the line between zot and the terminal takes each way; bytes then come in odd pieces too. */
  lineMs?: number;
}

const running = new Set<ZotScreen>();
const folders: string[] = [];

afterEach(async () => {
  const screens = [...running];
  running.clear();
  for (const screen of screens) await screen.end();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is gone after the test. */
export function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "zot-ui-")));
  folders.push(folder);
  return folder;
}

/** The built zot in a real pty, with a terminal emulator behind it. */
export class ZotScreen {
  readonly cwd: string;
  readonly home: string;
  readonly emulator: Emulator;
  /** All bytes that zot wrote. */
  bytes = "";
  exitCode: number | undefined;
  readonly #pty: IPty;
  readonly #toScreen: SlowLine;
  readonly #toZot: SlowLine;
  readonly #watchers = new Set<() => void>();

  constructor(args: readonly string[] = [], options: StartOptions = {}) {
    this.cwd = options.cwd ?? makeFolder();
    this.home = options.home ?? makeFolder();
    const { columns = 80, rows = 24 } = options;
    this.emulator = new Emulator({ columns, rows });
    const script = join(this.home, "script.json");
    if (options.script !== undefined) writeFileSync(script, JSON.stringify(options.script));
    const zot = [process.execPath, bin, ...args];
    const shell = ["sh", "-c", `"$@" | ${options.pipedInto}`, "sh", ...zot];
    const [program = "", ...rest] = options.pipedInto === undefined ? zot : shell;
    this.#pty = spawn(program, rest, {
      name: options.env?.TERM ?? "xterm-256color",
      cols: columns,
      rows,
      cwd: this.cwd,
      env: {
        PATH: process.env.PATH ?? "",
        HOME: this.home,
        ZOT_HOME: this.home,
        TERM: "xterm-256color",
        LANG: "C.UTF-8",
        ...(options.script === undefined ? {} : { ZOT_OFFLINE_SCRIPT: script }),
        ...options.env,
      },
    });
    const { lineMs = 0 } = options;
    this.#toScreen = new SlowLine(lineMs, [Infinity]);
    this.#toZot = new SlowLine(lineMs, [1, 2, 1, 5, 9]);
    this.#pty.onData((data) => {
      this.#toScreen.send(data, (piece) => {
        this.bytes += piece;
        this.emulator.write(piece);
        this.#wake();
      });
    });
    this.emulator.onReply((data) => {
      this.#write(data);
    });
    this.#pty.onExit(({ exitCode }) => {
      this.#toScreen.send("", () => {
        this.exitCode = exitCode;
        this.#wake();
      });
    });
    running.add(this);
  }

  get pid(): number {
    return this.#pty.pid;
  }

  type(text: string): void {
    this.#write(text);
  }

  /** Presses keys named as in `Key.id`; a lone escape as kitty sends it, so that no wait is needed. */
  press(...ids: string[]): void {
    for (const id of ids) this.#write(id === "esc" ? "\x1b[27u" : keyBytes(id));
  }

  /** Types a line and sends it. */
  send(text: string): void {
    this.type(text);
    this.press("enter");
  }

  paste(text: string): void {
    this.#write(`\x1b[200~${text}\x1b[201~`);
  }

  resize(columns: number, rows: number): void {
    this.emulator.resize(columns, rows);
    this.#toZot.send("", () => {
      if (this.exitCode === undefined) this.#pty.resize(columns, rows);
    });
  }

  /**
   * Resizes between two frames: a box that a frame draws for the old size while the terminal already has the new one
   * may leave a trace.
   */
  async resizeBetweenFrames(columns: number, rows: number): Promise<void> {
    this.signal("SIGSTOP");
    await expect.poll(() => isStopped(this.pid)).toBe(true);
    for (let seen = -1; seen !== this.bytes.length;) {
      seen = this.bytes.length;
      for (let turn = 0; turn < 50; turn += 1)
        await new Promise((resolve) => setImmediate(resolve));
      await this.emulator.settled();
    }
    this.resize(columns, rows);
    this.signal("SIGCONT");
  }

  signal(name: NodeJS.Signals): void {
    this.#pty.kill(name);
  }

  /** The visible rows. */
  async screen(): Promise<string> {
    await this.emulator.settled();
    return this.emulator.screen().join("\n");
  }

  /** Scrollback and screen. */
  async all(): Promise<string> {
    await this.emulator.settled();
    return this.emulator.all().join("\n");
  }

  /** Resolves with the screen as soon as it holds the text, or passes the test. */
  async waitFor(wanted: string | RegExp | ((screen: string) => boolean)): Promise<string> {
    const isThere = (screen: string) =>
      typeof wanted === "function"
        ? wanted(screen)
        : typeof wanted === "string"
          ? screen.includes(wanted)
          : wanted.test(screen);
    for (;;) {
      const seen = this.bytes.length;
      const screen = await this.screen();
      const isWhole = seen === this.bytes.length && !this.#isAmidFrame();
      if (isWhole && isThere(screen)) return screen;
      if (this.exitCode !== undefined && seen === this.bytes.length) {
        throw new Error(`zot ended (${this.exitCode}) before ${String(wanted)} came:\n${screen}`);
      }
      if (seen === this.bytes.length) await this.#nextWrite(String(wanted), screen);
    }
  }

  /** Whether only a part of a frame has come yet; a terminal would not show it. */
  #isAmidFrame(): boolean {
    return this.bytes.lastIndexOf("\x1b[?2026h") > this.bytes.lastIndexOf("\x1b[?2026l");
  }

  /** Resolves with the exit code. */
  async exited(): Promise<number> {
    while (this.exitCode === undefined) await this.#nextWrite("the end", "");
    return this.exitCode;
  }

  /** Leaves as a user does, and checks that nothing stays behind. */
  async leave(): Promise<void> {
    this.press("ctrl+c", "ctrl+c");
    expect(await this.exited()).toBe(0);
    await this.expectNothingLeft();
  }

  /** No process that this run started is alive. */
  async expectNothingLeft(): Promise<void> {
    await expect.poll(() => processesOf(this.home), { timeout: 10_000 }).toEqual([]);
  }

  /** Ends it, whatever state it is in. */
  async end(): Promise<void> {
    running.delete(this);
    if (this.exitCode === undefined) {
      this.#pty.kill("SIGKILL");
      await this.exited();
    }
    this.emulator.dispose();
  }

  #write(data: string): void {
    this.#toZot.send(data, (piece) => {
      if (this.exitCode === undefined) this.#pty.write(piece);
    });
  }

  #wake(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }

  #nextWrite(wanted: string, screen: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#watchers.delete(done);
        reject(new Error(`${wanted} did not come; the screen stands at:\n${screen}`));
      }, 20_000);
      const done = () => {
        clearTimeout(timer);
        this.#watchers.delete(done);
        resolve();
      };
      this.#watchers.add(done);
    });
  }
}

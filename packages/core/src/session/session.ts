import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { redact, type Message } from "@zot/providers";
import { noUsage, type UsageTotals } from "../cost.js";
import { ZotError } from "../errors.js";
import type { Journal, JournalEntry } from "../agent/journal.js";
import type { ToolDetails } from "../tools/tool.js";
import { AppendFile } from "./append-file.js";
import { lockSession } from "./lock.js";
import { encodeRecord, entryRecord, type SessionMeta } from "./record.js";
import { replay, type Damage, type SessionContent } from "./replay.js";

/**
 * A conversation on disk: one JSON record per line, only ever appended to, by one process at a time.
 * Give it to an agent as its journal.
 *
 * @example
 * const session = store.create({ provider: "offline", model: "offline" });
 * const agent = new Agent({ client, model: "offline", journal: session });
 * await agent.prompt("hello");
 * await session.close();
 */
export class Session implements Journal {
  readonly path: string;
  /** What was on file when it was opened. */
  readonly messages: readonly Message[];
  /** All that was ever said, before compactions too: for people to read. */
  readonly history: readonly Message[];
  readonly usage: UsageTotals;
  readonly lastUsage: UsageTotals | undefined;
  readonly details: ReadonlyMap<string, ToolDetails>;
  /** Lines that could not be used. */
  readonly damage: readonly Damage[];
  /** Bytes of a torn last line that were cut off. */
  readonly cut: number;
  #meta: SessionMeta;
  #file: AppendFile | undefined;
  #unlock: (() => void) | undefined;
  #pending = "";
  #unsynced = false;
  #closed = false;
  #last: Promise<void> = Promise.resolve();

  private constructor(path: string, meta: SessionMeta, content?: SessionContent) {
    this.path = path;
    this.#meta = meta;
    this.messages = content?.messages ?? [];
    this.history = content?.history ?? [];
    this.usage = content?.usage ?? noUsage();
    this.lastUsage = content?.lastUsage;
    this.details = content?.details ?? new Map<string, ToolDetails>();
    this.damage = content?.damage ?? [];
    this.cut = content?.cut ?? 0;
  }

  /** A session whose file comes into being with its first message. */
  static create(path: string, meta: SessionMeta): Session {
    const session = new Session(path, meta);
    session.#pending = encodeRecord({ type: "meta", meta });
    return session;
  }

  /** Opens a file to go on writing it, and repairs its end. Throws if another process has it open. */
  static open(path: string): Session {
    if (!existsSync(path)) throw new ZotError("no_such_session", `there is no session at ${path}`);
    if (statSync(path).isDirectory()) {
      throw new ZotError("bad_session", `${path} is a directory, not a session file`);
    }
    const unlock = lockSession(path);
    try {
      const content = replay(readFileSync(path));
      if (content.isForeign) {
        throw new ZotError("bad_session", `${path} is not a session file; it was left as it is`);
      }
      const file = AppendFile.open(path);
      const session = new Session(path, completeMeta(content.meta, path), content);
      session.#file = file;
      session.#unlock = unlock;
      if (content.cut > 0) file.truncate(content.length);
      if (content.lacksNewline) session.#pending = "\n";
      if (content.meta.id === undefined) {
        session.#pending += encodeRecord({ type: "meta", meta: session.#meta });
      }
      if (content.unfinished !== undefined) {
        const record = entryRecord({ type: "message", message: content.unfinished });
        session.#pending += encodeRecord(record);
      }
      return session;
    } catch (error) {
      unlock();
      throw error;
    }
  }

  get id(): string {
    return this.#meta.id;
  }

  get meta(): Readonly<SessionMeta> {
    return this.#meta;
  }

  /** Nothing was ever said: there is no file, and nothing to come back to. */
  get isEmpty(): boolean {
    return this.#file === undefined;
  }

  append(entry: JournalEntry): Promise<void> {
    if (entry.type === "model") {
      return this.#setMeta({ provider: entry.provider, model: entry.model });
    }
    // A secret that a tool printed is not for the disk.
    this.#pending += redact(encodeRecord(entryRecord(entry)));
    if (this.#isUnborn()) return Promise.resolve();
    // Nobody waits for a count to reach the disk itself.
    return this.#enqueue({ sync: entry.type !== "usage" });
  }

  async flush(): Promise<void> {
    if (this.#isUnborn()) return;
    if (this.#pending !== "" || this.#unsynced) await this.#enqueue({ sync: true });
  }

  async rename(title: string): Promise<void> {
    this.#meta = { ...this.#meta, title };
    this.#pending += encodeRecord({ type: "rename", title });
    if (!this.#isUnborn()) await this.#enqueue({ sync: true });
  }

  /** Writes what is left and lets others write. A session that could not be saved is closed too. */
  async close(): Promise<void> {
    try {
      await this.flush();
    } finally {
      this.#closed = true;
      this.#file?.close();
      this.#file = undefined;
      this.#unlock?.();
      this.#unlock = undefined;
    }
  }

  #setMeta(changes: Partial<SessionMeta>): Promise<void> {
    this.#meta = { ...this.#meta, ...changes };
    this.#pending += encodeRecord({ type: "meta", meta: this.#meta });
    return this.#isUnborn() ? Promise.resolve() : this.#enqueue({ sync: true });
  }

  /** There is no file yet, and no message that would be worth one. */
  #isUnborn(): boolean {
    return this.#file === undefined && !this.#pending.includes('{"type":"message"');
  }

  #enqueue(options: { sync: boolean }): Promise<void> {
    const write = this.#last.then(() => this.#write(options));
    this.#last = write.catch(() => undefined);
    return write;
  }

  async #write({ sync }: { sync: boolean }): Promise<void> {
    if (this.#closed) throw new ZotError("closed", `session ${basename(this.path)} is closed`);
    const file = (this.#file ??= this.#create());
    if (this.#pending !== "") {
      const text = this.#pending;
      file.append(text);
      this.#pending = this.#pending.slice(text.length);
      this.#unsynced = true;
    }
    if (sync && this.#unsynced) {
      await file.sync();
      this.#unsynced = false;
    }
  }

  #create(): AppendFile {
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    this.#unlock ??= lockSession(this.path);
    return AppendFile.create(this.path);
  }
}

function completeMeta(meta: Partial<SessionMeta>, path: string): SessionMeta {
  return {
    cwd: "",
    provider: "",
    model: "",
    started: new Date().toISOString(),
    version: "",
    ...meta,
    id: meta.id ?? basename(path, ".jsonl"),
  };
}

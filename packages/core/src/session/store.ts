import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ZotError } from "../errors.js";
import { isLocked } from "./lock.js";
import { sha256 } from "./sha256.js";
import type { SessionMeta } from "./record.js";
import { Session } from "./session.js";
import { summarize, type SessionSummary } from "./summary.js";

/** A session and those that were forked from it. */
export interface SessionTree {
  session: SessionSummary;
  forks: SessionTree[];
}

/**
 * The sessions of one working directory, in `<home>/sessions/<hash of the directory>/`.
 *
 * @example
 * const store = new SessionStore({ home: "/home/me/.local/state/zot", cwd: process.cwd() });
 * const latest = store.list().at(0);
 * const session = latest ? store.open(latest.path) : store.create({ provider, model });
 */
export class SessionStore {
  readonly cwd: string;
  readonly #home: string;
  readonly #version: string;
  #folder: string | undefined;

  constructor(options: { home: string; cwd: string; version?: string }) {
    this.cwd = options.cwd;
    this.#home = options.home;
    this.#version = options.version ?? "";
  }

  /** Worked out when it is asked for: a run without a session has no use for it. */
  get folder(): string {
    return (this.#folder ??= join(this.#home, "sessions", hashCwd(this.cwd)));
  }

  /** A new session. Its file comes into being with its first message. */
  create(options: { provider: string; model: string; path?: string }): Session {
    const meta = this.newMeta(options);
    return Session.create(options.path ?? this.newPath(meta), meta);
  }

  /** Opens a session to go on with it; throws if another process has it open. */
  open(path: string): Session {
    return Session.open(path);
  }

  /** The sessions to choose from, the one written to last first. */
  list(): SessionSummary[] {
    return this.all().filter(({ hidden }) => !hidden);
  }

  /** The session that was written to last, also one that the list leaves out. */
  latest(): SessionSummary | undefined {
    return this.all().at(0);
  }

  /** Which session was forked from which. One whose parent is gone stands alone. */
  tree(): SessionTree[] {
    const trees = this.all().map((session): SessionTree => ({ session, forks: [] }));
    const byId = new Map(trees.map((tree) => [tree.session.id, tree]));
    return trees.filter((tree) => {
      const parent = byId.get(tree.session.parent ?? "");
      if (parent === undefined || isWithin(parent, tree, byId)) return true;
      parent.forks.push(tree);
      return false;
    });
  }

  async rename(path: string, title: string): Promise<void> {
    const session = this.open(path);
    try {
      await session.rename(title);
    } finally {
      await session.close();
    }
  }

  delete(path: string): void {
    if (isLocked(path)) {
      throw new ZotError("session_locked", `${path} is open in a zot; close it there first`);
    }
    rmSync(path);
    rmSync(`${path}.lock`, { force: true });
  }

  /** A copy of a session up to a message, to go on from there in another direction. */
  async fork(path: string, options: { at?: number } = {}): Promise<string> {
    const { forkSession } = await import("./fork.js");
    return forkSession(this, path, options.at);
  }

  /** Takes in a `.zotsession` file as a session of this directory; returns where it went. */
  async import(file: string): Promise<string> {
    const { importSession } = await import("./portable.js");
    return importSession(this, file);
  }

  /** Writes a session as a `.zotsession` file, without the directory's name; returns where it went. */
  async export(path: string, destination: string): Promise<string> {
    const { exportSession } = await import("./portable.js");
    return exportSession(path, destination);
  }

  /** Writes a session as one HTML page that needs nothing else; returns where it went. */
  async exportHtml(path: string, destination: string): Promise<string> {
    const { exportHtml } = await import("./html/export-html.js");
    return exportHtml(path, destination);
  }

  /** @internal */
  newMeta(options: { provider: string; model: string }): SessionMeta {
    return {
      id: newId(),
      cwd: this.cwd,
      provider: options.provider,
      model: options.model,
      started: new Date().toISOString(),
      version: this.#version,
    };
  }

  /** @internal */
  newPath({ id, started }: SessionMeta): string {
    return join(this.folder, `${fileStamp(started)}-${id.slice(0, 8)}.jsonl`);
  }

  private all(): SessionSummary[] {
    return this.paths()
      .map(summarize)
      .filter(({ messages }) => messages > 0)
      .sort((a, b) => b.modified.getTime() - a.modified.getTime() || (a.path < b.path ? 1 : -1));
  }

  private paths(): string[] {
    try {
      return readdirSync(this.folder)
        .filter((name) => name.endsWith(".jsonl"))
        .map((name) => join(this.folder, name));
    } catch {
      return [];
    }
  }
}

/** `20260102-030405`, as the names of session files begin. */
export function fileStamp(time: string): string {
  return time.slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
}

/** A random UUID. It has to be another one than its neighbours', not one that nobody can guess. */
function newId(): string {
  const random = sha256(`${process.pid} ${process.hrtime.bigint()} ${Math.random()} ${Date.now()}`);
  const variant = ((parseInt(random[16] ?? "0", 16) & 3) | 8).toString(16);
  return [
    random.slice(0, 8),
    random.slice(8, 12),
    `4${random.slice(13, 16)}`,
    `${variant}${random.slice(17, 20)}`,
    random.slice(20, 32),
  ].join("-");
}

/** Where the Go zot keeps the sessions of a directory, too. */
function hashCwd(cwd: string): string {
  return sha256(cwd).slice(0, 16);
}

/** Whether hanging a tree under the parent would close a circle, as damaged files could. */
function isWithin(
  parent: SessionTree,
  tree: SessionTree,
  byId: ReadonlyMap<string, SessionTree>,
): boolean {
  const seen = new Set<SessionTree>();
  for (let at: SessionTree | undefined = parent; at !== undefined && !seen.has(at);) {
    if (at === tree) return true;
    seen.add(at);
    at = byId.get(at.session.parent ?? "");
  }
  return false;
}

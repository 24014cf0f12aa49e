import { existsSync } from "node:fs";
import { resolvePath, ZotError, type Session, type SessionStore } from "@zot/core";
import type { Options } from "../args/flags.js";
import { CliError, UsageError } from "../errors.js";

/** What the flags say about the session, before anything is chosen for a new one. */
export type SessionPlan =
  { kind: "none" } | { kind: "new"; path?: string } | { kind: "open"; session: Session };

export interface PlanMode {
  /** Whether a session is kept when no flag says anything about it. */
  byDefault: boolean;
  /** Tells a user that a fork was opened. Where there is nobody to tell, that is an error instead. */
  noteFork?: (line: string) => void;
}

/**
 * Finds the session that a run goes on with. Those without a user can't choose from a list, and
 * `zot rpc` keeps one only if told to.
 */
export async function planSession(
  options: Options,
  store: SessionStore,
  { byDefault, noteFork }: PlanMode,
): Promise<SessionPlan> {
  if (options["no-session"]) return { kind: "none" };
  try {
    if (options.session !== undefined) {
      const path = resolvePath(options.session, process.cwd());
      return existsSync(path) ? { kind: "open", session: store.open(path) } : { kind: "new", path };
    }
    if (options.resume) {
      throw new UsageError(
        "--resume lets you choose in the terminal; here use -c or --session PATH",
      );
    }
    if (options.continue) {
      const latest = store.latest();
      if (latest === undefined) {
        throw new CliError(`there is no session of ${store.cwd} to go on with`);
      }
      const session =
        noteFork === undefined
          ? store.open(latest.path)
          : await openOrFork(store, latest.path, noteFork);
      return { kind: "open", session };
    }
  } catch (error) {
    if (!(error instanceof ZotError)) throw error;
    const wayOut = options.session === undefined ? "leave -c out" : "name another file";
    const advice = isLocked(error) ? `, or ${wayOut} to begin a new session` : "";
    throw new CliError(error.message + advice, undefined, error);
  }
  return byDefault ? { kind: "new" } : { kind: "none" };
}

/** Opens a session to go on with it, or a fork of it while another zot writes to it. */
export async function openOrFork(
  store: SessionStore,
  path: string,
  noteFork: (line: string) => void,
): Promise<Session> {
  try {
    return store.open(path);
  } catch (error) {
    if (!isLocked(error)) throw error;
    const session = store.open(await store.fork(path));
    noteFork("that session is open in another zot; this is a fork of it, and the two go on apart");
    return session;
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof ZotError && error.code === "session_locked";
}

/** What of an opened session's file could not be used, a line each. */
export function describeDamage(session: Session): string[] {
  const lines = session.damage.map(
    ({ line, problem }) => `${session.path}, line ${line}: ${problem}; the rest is used`,
  );
  if (session.cut > 0) {
    lines.push(`${session.path}: its last line was torn; ${session.cut} bytes were cut off`);
  }
  return lines;
}

/** What an agent needs to go on with a session. */
export function goOnFrom(session: Session) {
  const { messages, usage, lastUsage } = session;
  return { journal: session, messages, usage, ...(lastUsage ? { lastUsage } : {}) };
}

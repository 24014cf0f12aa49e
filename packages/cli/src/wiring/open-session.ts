import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { ZotError, type Session, type SessionStore } from "@zot/core";
import type { Options } from "../args/flags.js";
import { CliError, UsageError } from "../errors.js";

/** What the flags say about the session, before anything is chosen for a new one. */
export type SessionPlan =
  { kind: "none" } | { kind: "new"; path?: string } | { kind: "open"; session: Session };

/**
 * Finds the session that a run goes on with. Those without a user can't choose from a list, and
 * `zot rpc` keeps one only if told to.
 */
export function planSession(
  options: Options,
  store: SessionStore,
  mode: { byDefault: boolean },
): SessionPlan {
  if (options["no-session"]) return { kind: "none" };
  try {
    if (options.session !== undefined) {
      const path = resolve(options.session);
      return existsSync(path) ? { kind: "open", session: store.open(path) } : { kind: "new", path };
    }
    if (options.resume) {
      throw new UsageError(
        "--resume lets you choose in the terminal; here use -c or --session PATH",
      );
    }
    if (options.continue) {
      const latest = store.latest();
      if (latest !== undefined) return { kind: "open", session: store.open(latest.path) };
      throw new CliError(`there is no session of ${store.cwd} to go on with`);
    }
  } catch (error) {
    if (error instanceof ZotError) throw new CliError(error.message, undefined, error);
    throw error;
  }
  return mode.byDefault ? { kind: "new" } : { kind: "none" };
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

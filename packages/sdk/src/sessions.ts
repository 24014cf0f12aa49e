import { existsSync } from "node:fs";
import { ZotError, type Session, type SessionStore } from "@zot/core";

/** The session of a workspace: none, a new one, or one that is resumed. */
export type SessionPlan =
  { kind: "none" } | { kind: "new"; path?: string } | { kind: "open"; session: Session };

/** `latest`: the last one of the folder, or a new one; `path`: this file, which need not be there yet. */
export type SessionChoice =
  | "none"
  | "new"
  | "latest"
  | { path: string }
  | ((store: SessionStore) => SessionPlan | Promise<SessionPlan>);

export async function planSession(
  choice: SessionChoice,
  store: SessionStore,
  note: (line: string) => void,
): Promise<SessionPlan> {
  if (typeof choice === "function") return choice(store);
  if (choice === "none") return { kind: "none" };
  const latest = choice === "latest" ? store.latest()?.path : undefined;
  if (latest !== undefined) {
    return { kind: "open", session: await openOrFork(store, latest, note) };
  }
  if (typeof choice === "string") return { kind: "new" };
  const { path } = choice;
  return existsSync(path) ? { kind: "open", session: store.open(path) } : { kind: "new", path };
}

/** Opens a session to resume it, or a fork of it while another zot writes to it. */
export async function openOrFork(
  store: SessionStore,
  path: string,
  note: (line: string) => void,
): Promise<Session> {
  try {
    return store.open(path);
  } catch (error) {
    if (!(error instanceof ZotError && error.code === "session_locked")) throw error;
    const session = store.open(await store.fork(path));
    note("that session is open in another zot; this is a fork of it, and the two go on apart");
    return session;
  }
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

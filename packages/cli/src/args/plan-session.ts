import { existsSync } from "node:fs";
import { openOrFork, resolvePath, ZotError, type SessionPlan, type SessionStore } from "@zot/sdk";
import { CliError, UsageError } from "../errors.js";
import type { ModeOptions } from "../open-workspace.js";
import type { Options } from "./flags.js";

type PlanMode = Pick<ModeOptions, "keepsSession" | "noteFork" | "pickSession">;

/**
 * The session that the flags ask for. Modes without a user can't choose from a list, and `zot rpc` keeps one only if
 * told to.
 */
export async function planSession(
  options: Options,
  store: SessionStore,
  { keepsSession, noteFork, pickSession }: PlanMode,
): Promise<SessionPlan> {
  if (options["no-session"]) return { kind: "none" };
  const open = async (path: string): Promise<SessionPlan> => ({
    kind: "open",
    session: noteFork ? await openOrFork(store, path, noteFork) : store.open(path),
  });
  try {
    if (options.session !== undefined) {
      const path = resolvePath(options.session, process.cwd());
      return existsSync(path) ? { kind: "open", session: store.open(path) } : { kind: "new", path };
    }
    if (options.resume) {
      if (pickSession === undefined) {
        throw new UsageError(
          "--resume lets you choose in the terminal; here use -c or --session PATH",
        );
      }
      const path = await pickSession(store);
      return path === undefined ? { kind: "new" } : await open(path);
    }
    if (options.continue) {
      const latest = store.latest();
      if (pickSession && noteFork && store.list().length === 0) {
        noteFork("there is no earlier session of this folder; this is a new one");
        return { kind: "new" };
      }
      if (latest !== undefined) return await open(latest.path);
      throw new CliError(`there is no session of ${store.cwd} to go on with`);
    }
  } catch (error) {
    if (!(error instanceof ZotError)) throw error;
    const wayOut = options.session === undefined ? "leave -c out" : "name another file";
    const isLocked = error.code === "session_locked";
    const advice = isLocked ? `, or ${wayOut} to begin a new session` : "";
    throw new CliError(error.message + advice, undefined, error);
  }
  return { kind: keepsSession ? "new" : "none" };
}

import type { ExtensionScope } from "../discovery/discover.js";

/**
 * The life of an extension, by name:
 *
 * - `found` → `starting` (spawned) → `registering` (it said hello) → `ready`
 * - `restarting`: it crashed and waits for its next start
 * - `failed`: it is not started again until `reload(name)`
 * - `unavailable`: its program is missing; `untrusted`: its content was not trusted
 * - `broken`: its manifest can't be used; `shadowed`: another one has its name
 * - `disabled`, `bundle` (nothing to start), `stopped`
 */
export type ExtensionState =
  | "found"
  | "starting"
  | "registering"
  | "ready"
  | "restarting"
  | "failed"
  | "unavailable"
  | "untrusted"
  | "broken"
  | "shadowed"
  | "disabled"
  | "bundle"
  | "stopped";

/** States that the user chose, rather than something that went wrong. */
export function isChoice(state: ExtensionState): boolean {
  return state === "disabled" || state === "bundle" || state === "shadowed";
}

/** Whether it is ready, or will not become so by itself. */
export function isSettled(state: ExtensionState): boolean {
  return !["found", "starting", "registering", "restarting"].includes(state);
}

/** One extension as a list shows it. */
export interface ExtensionInfo {
  name: string;
  version: string | undefined;
  description: string | undefined;
  state: ExtensionState;
  scope: ExtensionScope;
  dir: string;
  /** Why it is in this state, where the state alone does not tell. */
  reason: string | undefined;
  pid: number | undefined;
  /** Where its stderr goes. */
  log: string;
  /** Absolute paths of the skills that it ships, all inside `dir`. */
  skills: readonly string[];
  intercepts: readonly string[];
  /** What a failing interceptor of it means, after the user's choice. */
  onFailure: "allow" | "deny";
  /** Lines on stdout that were no frames. */
  noise: number;
}

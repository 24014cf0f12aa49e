import { resolve } from "node:path";
import type { Manifest } from "@zot/protocol";
import { describeShadow, isKept, type Found } from "../discovery/discover.js";
import type { ExtensionState } from "./extension-state.js";
import { isInside } from "../context/is-inside.js";
import { childEnvironment } from "./process/child-environment.js";
import type { Program } from "./process/spawn.js";
import { resolveExec } from "../discovery/resolve-exec.js";
import type { TrustCheck } from "../trust/trust.js";

export type Prepared = { ok: true; program: Program } | ({ ok: false } & Refused);

/** Why it does not run. */
export interface Refused {
  state: ExtensionState;
  reason: string | undefined;
  /** The user would not expect it, though it follows from what they chose. */
  isNews?: boolean;
}

export interface PrepareOptions {
  env: NodeJS.ProcessEnv;
  secrets: () => readonly string[];
  isTrusted: TrustCheck;
  /** The one that has its name, once that is known: a project's only if it is trusted and can be started. */
  findShadow: (found: Found) => Promise<Found | undefined>;
}

/** Everything that must be true before an extension is spawned, each time that it is. */
export async function prepare(found: Found, options: PrepareOptions): Promise<Prepared> {
  const { manifest, dir } = found;
  const shadow = await options.findShadow(found);
  if (shadow) {
    const refused = refuse("shadowed", describeShadow(found, shadow));
    return { ...refused, isNews: isKept(found, shadow) };
  }
  if (!manifest) return refuse("broken", found.problem);
  if (manifest.enabled === false) return refuse("disabled", undefined);
  const trust = found.scope === "project" ? await options.isTrusted(found) : undefined;
  if (trust && !trust.ok) return refuse("untrusted", trust.reason);
  if (manifest.exec === undefined) return refuse("bundle", undefined);
  const exec = resolveExec(manifest.exec, dir, options.env.PATH);
  if (!exec.ok) return refuse("unavailable", exec.reason);
  const { command } = exec;
  const env = childEnvironment(options.env, options.secrets());
  const program = { command, args: manifest.args ?? [], cwd: dir, env, isStill: trust?.isStill };
  return { ok: true, program };
}

function refuse(state: ExtensionState, reason: string | undefined): { ok: false } & Refused {
  return { ok: false, state, reason };
}

/** The skills that a manifest names; a path that leaves the folder is none. */
export function skillPaths(manifest: Manifest | undefined, dir: string): string[] {
  return (manifest?.skills ?? [])
    .map((path) => resolve(dir, path))
    .filter((path) => isInside(dir, path));
}

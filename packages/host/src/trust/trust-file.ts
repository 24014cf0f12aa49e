import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** One folder whose content the user trusts. */
export interface TrustedFolder {
  name: string;
  digest: string;
  trusted_at: string;
}

interface TrustFile {
  version: 1;
  /** By real path of the extension's folder. */
  extensions: Record<string, TrustedFolder>;
  /** By real path of the project's folder. */
  skills?: Record<string, TrustedFolder>;
}

/** What a project brings: its extensions, each on its own, and its skills, all together. */
export type TrustKind = "extensions" | "skills";

/**
 * What `$ZOT_HOME/trust.json` holds, by real path. One that is missing or damaged trusts nothing.
 *
 * @example
 * const known = readTrust(zotHome).get(realpathSync(dir));
 * const isTrusted = known?.digest === (await digestExtension(dir, manifest));
 */
export function readTrust(
  zotHome: string,
  kind: TrustKind = "extensions",
): Map<string, TrustedFolder> {
  return readAll(zotHome)[kind];
}

/**
 * Trusts exactly this content of a folder, given by its real path.
 *
 * @example
 * rememberTrust(zotHome, realpathSync(dir), { name: "weather", digest });
 */
export function rememberTrust(
  zotHome: string,
  place: string,
  { name, digest }: Pick<TrustedFolder, "name" | "digest">,
  kind: TrustKind = "extensions",
): void {
  const all = readAll(zotHome);
  all[kind].set(place, { name, digest, trusted_at: new Date().toISOString() });
  write(zotHome, all);
}

/**
 * Removes the trust in these folders; returns those that were trusted.
 *
 * @example
 * forgetTrust(zotHome, [realpathSync(dir)]);
 */
export function forgetTrust(
  zotHome: string,
  places: readonly string[],
  kind: TrustKind = "extensions",
): string[] {
  const all = readAll(zotHome);
  const forgotten = places.filter((place) => all[kind].delete(place));
  if (forgotten.length > 0) write(zotHome, all);
  return forgotten;
}

type Trusted = Record<TrustKind, Map<string, TrustedFolder>>;

function readAll(zotHome: string): Trusted {
  try {
    const file = JSON.parse(readFileSync(pathIn(zotHome), "utf8")) as Partial<TrustFile> | null;
    const { extensions, skills } = file ?? {};
    return {
      extensions: new Map(Object.entries(extensions ?? {})),
      skills: new Map(Object.entries(skills ?? {})),
    };
  } catch {
    return { extensions: new Map(), skills: new Map() };
  }
}

function pathIn(zotHome: string): string {
  return join(zotHome, "trust.json");
}

/** A reader sees the old file or the new one, never half. */
function write(zotHome: string, { extensions, skills }: Trusted): void {
  const file: TrustFile = {
    version: 1,
    extensions: Object.fromEntries(extensions),
    ...(skills.size === 0 ? {} : { skills: Object.fromEntries(skills) }),
  };
  mkdirSync(zotHome, { recursive: true, mode: 0o700 });
  const draft = `${pathIn(zotHome)}.${process.pid}`;
  try {
    writeFileSync(draft, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, pathIn(zotHome));
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

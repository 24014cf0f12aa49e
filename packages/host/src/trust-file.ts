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
}

/**
 * What `$ZOT_HOME/trust.json` holds, by real path. One that is missing or damaged trusts nothing.
 *
 * @example
 * const known = readTrust(zotHome).get(realpathSync(dir));
 * const isTrusted = known?.digest === (await digestExtension(dir, manifest));
 */
export function readTrust(zotHome: string): Map<string, TrustedFolder> {
  try {
    const file = JSON.parse(readFileSync(pathIn(zotHome), "utf8")) as Partial<TrustFile> | null;
    return new Map(Object.entries(file?.extensions ?? {}));
  } catch {
    return new Map();
  }
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
): void {
  const trusted = readTrust(zotHome);
  trusted.set(place, { name, digest, trusted_at: new Date().toISOString() });
  write(zotHome, trusted);
}

/**
 * Trusts these folders no more; says which of them were.
 *
 * @example
 * forgetTrust(zotHome, [realpathSync(dir)]);
 */
export function forgetTrust(zotHome: string, places: readonly string[]): string[] {
  const trusted = readTrust(zotHome);
  const forgotten = places.filter((place) => trusted.delete(place));
  if (forgotten.length > 0) write(zotHome, trusted);
  return forgotten;
}

function pathIn(zotHome: string): string {
  return join(zotHome, "trust.json");
}

/** A reader sees the old file or the new one, never half. */
function write(zotHome: string, trusted: ReadonlyMap<string, TrustedFolder>): void {
  const file: TrustFile = { version: 1, extensions: Object.fromEntries(trusted) };
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

/** What `auth.json` holds that is of no use. */
export interface UnusedCredentials {
  /** Names that no provider has. */
  unknown: string[];
  /** Providers whose credential can't be used, with the reason. */
  obstacles: Record<string, string>;
}

/**
 * Finds what `auth.json` holds that can't be used. Nothing if the file can't be read: whoever needs a
 * credential of it is told why.
 *
 * @example
 * const { unknown } = await findUnusedCredentials(zotHome(), catalog.providers); // ["deepseek"]
 */
export async function findUnusedCredentials(
  home: string,
  known: readonly string[],
): Promise<UnusedCredentials> {
  const [{ AuthStore }, { locateStored }] = await Promise.all([
    import("./store/store.js"),
    import("./store/read-stored.js"),
  ]);
  const unused: UnusedCredentials = { unknown: [], obstacles: {} };
  try {
    for (const name of new AuthStore(home).providers()) {
      const obstacle = locateStored(name, home)?.obstacle;
      if (!known.includes(name)) unused.unknown.push(name);
      else if (obstacle !== undefined) unused.obstacles[name] = obstacle;
    }
  } catch {
    return { unknown: [], obstacles: {} };
  }
  return unused;
}

import { takeFromEnvironment } from "./environment.js";
import { zotHome } from "./home.js";
import { followStoredSecrets } from "./store/stored-secrets.js";

export interface TakeCredentialsOptions {
  /** The folder with `auth.json`; `$ZOT_HOME` by default. */
  home?: string | undefined;
  /** Providers beyond the built-in ones, whose variables count as well. */
  providers?: readonly string[] | undefined;
}

/**
 * For programs that start others: takes the credentials of model vendors out of `process.env`, and has
 * `redact` know them all, those of `auth.json` too. Clients find them as before.
 *
 * @example
 * takeCredentials();
 * process.env.ANTHROPIC_API_KEY; // undefined
 * await openClient({ provider: "anthropic" }); // has its key
 */
export function takeCredentials(options: TakeCredentialsOptions = {}): void {
  takeFromEnvironment(options.providers ?? []);
  followStoredSecrets(options.home ?? zotHome());
}

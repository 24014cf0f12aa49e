import { statSync } from "node:fs";
import { followSecrets } from "../../redact.js";
import { AuthStore } from "./store.js";

const followed = new Set<string>();

/**
 * Makes everything that `auth.json` holds a known secret: what it holds when somebody asks, since
 * another zot may log in or refresh a token at any time. Nothing is read before that.
 */
export function followStoredSecrets(home: string): void {
  if (followed.has(home)) return;
  followed.add(home);
  const store = new AuthStore(home);
  let seen = "";
  followSecrets(() => {
    const stat = statSync(store.path, { throwIfNoEntry: false });
    const now = stat === undefined ? "" : `${stat.ino} ${stat.size} ${stat.mtimeMs}`;
    if (now === seen) return;
    seen = now;
    try {
      // The store registers all that it reads.
      store.providers();
    } catch {
      // Whoever needs a credential of this file is told what is wrong with it.
    }
  });
}

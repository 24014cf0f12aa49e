import type { DecideTrust, TrustCheck, TrustKeeper } from "./trust.js";

/** Trust needs hashes and walks folders: it is loaded for a project that has extensions. */
export function checkTrustLazily(zotHome: string, decide: DecideTrust | undefined): TrustCheck {
  let keeper: Promise<TrustKeeper> | undefined;
  return async (found) => {
    keeper ??= import("./trust.js").then(({ TrustKeeper }) => new TrustKeeper(zotHome, decide));
    return (await keeper).check(found);
  };
}

import type { TrustContext } from "./examine-content.js";
import type { DecideTrust, TrustCheck } from "./trust.js";

/** Trust needs hashes and walks folders: it is loaded for a project that has extensions. */
export function checkTrustLazily(
  zotHome: string,
  context: TrustContext,
  decide: DecideTrust | undefined,
): TrustCheck {
  let check: Promise<TrustCheck> | undefined;
  return async (found) => {
    check ??= import("./trust.js").then((trust) => trust.checkExtensions(zotHome, context, decide));
    return (await check)(found);
  };
}

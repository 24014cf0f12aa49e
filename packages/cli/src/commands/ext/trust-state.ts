import { realpathSync } from "node:fs";
import { digestExtension, readTrust, type Found } from "@zot/host/inventory";

/** Whether zot would run it: what the user installed is theirs, what a project brings must be trusted. */
export type TrustState = "installed" | "trusted" | "changed" | "untrusted" | "unreadable";

export interface Trust {
  state: TrustState;
  /** Of its content now; project extensions only. */
  digest?: string;
}

export async function readTrustState(found: Found, zotHome: string): Promise<Trust> {
  if (found.scope !== "project") return { state: "installed" };
  try {
    const known = readTrust(zotHome).get(realpathSync(found.dir));
    const digest = await digestExtension(found.dir, found.manifest);
    if (!known) return { state: "untrusted", digest };
    return { state: known.digest === digest ? "trusted" : "changed", digest };
  } catch {
    return { state: "unreadable" };
  }
}

import { realpathSync } from "node:fs";
import { examineContent, readTrust, type ExaminedContent, type Found } from "@zot/sdk/extensions";
import type { Place } from "../command.js";

/** Whether zot would run it: what the user installed is theirs, what a project brings must be trusted. */
export type TrustState = "installed" | "trusted" | "changed" | "untrusted" | "unreadable";

export interface Trust {
  state: TrustState;
  /** What there is to trust; project extensions only. */
  content?: ExaminedContent;
  /** Why it can't be read. */
  problem?: string;
}

export async function readTrustState(found: Found, { zotHome, cwd }: Place): Promise<Trust> {
  if (found.scope !== "project") return { state: "installed" };
  try {
    const known = readTrust(zotHome).get(realpathSync(found.dir));
    const content = await examineContent(found, { cwd, env: process.env });
    if (!known) return { state: "untrusted", content };
    if (known.digest !== content.digest) return { state: "changed", content };
    return { state: content.askEachTime === undefined ? "trusted" : "untrusted", content };
  } catch (error) {
    return { state: "unreadable", problem: error instanceof Error ? error.message : String(error) };
  }
}

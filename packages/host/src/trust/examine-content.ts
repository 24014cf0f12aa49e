import { realpathSync } from "node:fs";
import type { Manifest } from "@zot/protocol";
import { readExtension } from "./digest.js";
import { MANIFEST_FILE, readManifest } from "../discovery/read-manifest.js";
import { TrustBoundary } from "./boundary.js";
import { findReach } from "./code-reach.js";

/** The content of an extension that trust is bound to. */
export interface ExaminedContent {
  digest: string;
  files: number;
  /** Why an answer can't be kept: other code than what was digested can run under the same command line. */
  askEachTime: string | undefined;
}

/**
 * Looks at all that an extension consists of, and at what its command line can load besides. Throws when its content
 * can't be read, or is not what the manifest was read from.
 *
 * @example
 * const { digest, askEachTime } = await examineContent({ dir, manifest }, { cwd, env: process.env });
 */
export async function examineContent(
  { dir, manifest }: { dir: string; manifest: Manifest | undefined },
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<ExaminedContent> {
  const root = realpathSync.native(dir);
  const reach = manifest ? findReach(manifest, new TrustBoundary(root, cwd), env) : undefined;
  const settings = reach?.ok === true ? reach.settings : "";
  const { digest, files, outside } = await readExtension(root, manifest, settings);
  const now = readManifest(dir);
  if (manifest && JSON.stringify(now.ok && now.manifest) !== JSON.stringify(manifest)) {
    throw new Error(`its ${MANIFEST_FILE} changed after zot read it; start it again`);
  }
  return { digest, files, askEachTime: reach?.ok === false ? reach.why : outside };
}

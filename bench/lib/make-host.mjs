import { ExtensionHost } from "@zot/host";

/** A host whose project and home are both this folder. */
export function makeHost(root, options = {}) {
  return new ExtensionHost({
    cwd: root,
    zotHome: root,
    zotVersion: "1.0.0",
    ...options,
  });
}

/** What is on disk and what is trusted, for tools that manage extensions. Nothing here starts one. */
export { discover, type DiscoverOptions, type Found } from "./discover.js";
export { digestExtension } from "./digest.js";
export { examineContent, type ExaminedContent } from "./examine-content.js";
export { EXTENSION_NAME, MANIFEST_FILE, readManifest, type ReadManifest } from "./read-manifest.js";
export { resolveExec, type ResolvedExec } from "./resolve-exec.js";
export { forgetTrust, readTrust, rememberTrust, type TrustedFolder } from "./trust-file.js";

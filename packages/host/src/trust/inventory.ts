/** What is on disk and what is trusted, for tools that manage extensions. Nothing here starts one. */
export {
  describeShadow,
  discover,
  findShadow,
  type DiscoverOptions,
  type Found,
} from "../discovery/discover.js";
export { digestExtension, type Contents } from "./digest.js";
export { examineContent, type ExaminedContent } from "./examine-content.js";
export {
  EXTENSION_NAME,
  MANIFEST_FILE,
  readManifest,
  type ReadManifest,
} from "../discovery/read-manifest.js";
export { resolveExec, type ResolvedExec } from "../discovery/resolve-exec.js";
export { skillsSubject, type DecideSkills, type ProjectSkills } from "./skills-trust.js";
export { TrustKeeper, type TrustQuestion, type TrustResult, type TrustSubject } from "./trust.js";
export {
  forgetTrust,
  readTrust,
  rememberTrust,
  type TrustedFolder,
  type TrustKind,
} from "./trust-file.js";

/** What is on disk and what is trusted, for tools that manage extensions. Nothing here starts one. */
export {
  describeShadow,
  discover,
  findShadow,
  type DiscoverOptions,
  type Found,
} from "./discover.js";
export { digestExtension, type Contents } from "../trust/digest.js";
export { examineContent, type ExaminedContent } from "../trust/examine-content.js";
export { EXTENSION_NAME, MANIFEST_FILE, readManifest, type ReadManifest } from "./read-manifest.js";
export { resolveExec, type ResolvedExec } from "./resolve-exec.js";
export { skillsSubject, type DecideSkills, type ProjectSkills } from "../trust/skills-trust.js";
export {
  TrustKeeper,
  type TrustQuestion,
  type TrustResult,
  type TrustSubject,
} from "../trust/trust.js";
export {
  forgetTrust,
  readTrust,
  rememberTrust,
  type TrustedFolder,
  type TrustKind,
} from "../trust/trust-file.js";

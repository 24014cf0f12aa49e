/** For programs that manage extensions: what is on disk, what is trusted, and a host without an agent. */
export {
  describeShadow,
  digestExtension,
  discover,
  examineContent,
  EXTENSION_NAME,
  findShadow,
  forgetTrust,
  MANIFEST_FILE,
  readManifest,
  readTrust,
  rememberTrust,
  resolveExec,
  skillsSubject,
  type ExaminedContent,
  type Found,
  type ReadManifest,
  type ResolvedExec,
  type TrustKind,
} from "@zot/host/inventory";
export {
  TIMING,
  type CommandOutcome,
  type ExtensionHost,
  type ExtensionInfo,
  type FaultEvent,
  type HostEvent,
  type HostOptions,
  type OpenPanel,
  type ToolOutcome,
} from "@zot/host";
export { createHost, type HostSetup } from "./create-host.js";

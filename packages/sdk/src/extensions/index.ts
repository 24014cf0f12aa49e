/** For programs that manage extensions: what is on disk, what is trusted, and a host without an agent. */
export { createHost, type HostSetup } from "./create-host.js";
export { TIMING, type ExtensionHost, type ExtensionInfo, type HostOptions } from "@zot/host";
export type { CommandOutcome, FaultEvent, HostEvent, OpenPanel, ToolOutcome } from "@zot/host";
export { describeShadow, discover, findShadow, type Found } from "@zot/host/inventory";
export { EXTENSION_NAME, MANIFEST_FILE, readManifest, resolveExec } from "@zot/host/inventory";
export type { ReadManifest, ResolvedExec } from "@zot/host/inventory";
export { digestExtension, examineContent, type ExaminedContent } from "@zot/host/inventory";
export { forgetTrust, readTrust, rememberTrust, type TrustKind } from "@zot/host/inventory";
export { skillsSubject } from "@zot/host/inventory";

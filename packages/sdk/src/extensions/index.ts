/** For programs that manage extensions: what is on disk, what is trusted, and a host without an agent. */
export * from "@zot/host/inventory";
export { TIMING } from "@zot/host";
export type {
  CommandOutcome,
  ExtensionCommand,
  ExtensionHost,
  ExtensionInfo,
  ExtensionState,
  HostEvent,
  HostOptions,
  OpenPanel,
  ToolOutcome,
} from "@zot/host";
export { createHost, type HostSetup } from "./create-host.js";

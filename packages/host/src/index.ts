export { ExtensionHost } from "./host.js";
export type { CommandOutcome } from "./calls/command-calls.js";
export type {
  CallOrigin,
  CallToolOptions,
  RunTool,
  RunToolRequest,
} from "./calls/host-tool-calls.js";
export type {
  InterceptDecision,
  InterceptOptions,
  InterceptSubject,
  InterceptSubjects,
} from "./calls/interception.js";
export type { ExtensionCommand, ExtensionTool } from "./calls/name-index.js";
export type { ToolOutcome } from "./calls/tool-result.js";
export { HostError } from "./context/errors.js";
export type { Fault, FaultCode, FaultDetails } from "./context/faults.js";
export type { FaultEvent, HostEvent, HostListener, OpenPanel } from "./context/host-events.js";
export type { HostLogger, HostOptions } from "./context/host-options.js";
export { LIMITS, type Limits } from "./context/limits.js";
export { TIMING, type Timing } from "./context/timing.js";
export type { ReloadReport } from "./lifecycle/extension-registry.js";
export type { ExtensionScope } from "./discovery/discover.js";
export type { ExtensionInfo, ExtensionState } from "./lifecycle/extension-state.js";
export type { DecideTrust, TrustDecision, TrustRequest } from "./trust/trust.js";

export { ExtensionHost } from "./host.js";
export type {
  CallToolOptions,
  ExtensionCommand,
  ExtensionTool,
  InterceptOptions,
} from "./calls/host-types.js";
export type { HostOptions } from "./context/host-options.js";
export type { ExtensionInfo, ExtensionScope, ExtensionState } from "./lifecycle/extension-state.js";
export type { FaultCode, HostEvent, HostListener, OpenPanel } from "./context/host-events.js";
export type { CommandOutcome } from "./calls/command-calls.js";
export type { ToolOutcome } from "./calls/tool-result.js";
export type {
  InterceptDecision,
  InterceptSubject,
  InterceptSubjects,
} from "./calls/interception.js";
export type { CallOrigin, RunTool, RunToolRequest } from "./calls/host-tool-calls.js";
export type { ReloadReport } from "./lifecycle/extension-registry.js";
export type { DecideTrust, TrustDecision, TrustRequest } from "./trust/trust.js";
export type { HostLogger } from "./context/logger.js";
export { HostError } from "./context/errors.js";
export { TIMING, type Timing } from "./context/timing.js";
export { LIMITS, type Limits } from "./context/limits.js";

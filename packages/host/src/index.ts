export { ExtensionHost } from "./host.js";
export type {
  CallToolOptions,
  ExtensionCommand,
  ExtensionTool,
  InterceptOptions,
} from "./host-types.js";
export type { HostOptions } from "./host-options.js";
export type { ExtensionInfo, ExtensionScope, ExtensionState } from "./extension-state.js";
export type { FaultCode, HostEvent, HostListener, OpenPanel } from "./host-events.js";
export type { CommandOutcome } from "./command-calls.js";
export type { ToolOutcome } from "./tool-result.js";
export type { InterceptDecision, InterceptSubject, InterceptSubjects } from "./interception.js";
export type { CallOrigin, RunTool, RunToolRequest } from "./own-calls.js";
export type { ReloadReport } from "./roster.js";
export type { DecideTrust, TrustDecision, TrustRequest } from "./trust.js";
export type { HostLogger } from "./logger.js";
export { HostError } from "./errors.js";
export { TIMING, type Timing } from "./timing.js";
export { LIMITS, type Limits } from "./limits.js";

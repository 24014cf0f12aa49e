export { createWorkspace } from "./create-workspace.js";
export type { Workspace } from "./workspace.js";
export type { WorkspaceOptions } from "./options.js";
export type { WorkspaceEvent } from "./events.js";
export { WorkspaceError, type WorkspaceErrorCode } from "./errors.js";
export { chooseModel, unknownProvider, type ModelQuery } from "./models/choose-model.js";
export type { Models } from "./models/models.js";
export type { Ask, PermissionMode, Permissions } from "./permissions/permissions.js";
export { describeDamage, openOrFork, type SessionChoice, type SessionPlan } from "./sessions.js";
export { agentSettings, applyProxy, REASONING_NAMES } from "./settings/agent-settings.js";
export { readConfig, type Config } from "./settings/config.js";
export { deniedNames } from "./settings/failure-policies.js";
export type { BuiltinTools } from "./skills/builtin-tools.js";
export {
  foldersOf,
  namesOf,
  type DecideSkills,
  type SkillsRequest,
} from "./skills/project-skills.js";

// What the packages behind it have for the same program.
export {
  discoverSkills,
  resolvePath,
  SessionStore,
  ZotError,
  type Agent,
  type AgentEvent,
  type AgentHooks,
  type Outcome,
  type PromptQueue,
  type Question,
  type QueueEntry,
  type Session,
  type SessionSummary,
  type SessionTree,
  type SkillProblem,
  type Tool,
  type ToolDetails,
} from "@zot/core";
export type {
  ExtensionCommand,
  ExtensionHost,
  ExtensionInfo,
  ExtensionState,
  HostEvent,
  OpenPanel,
  TrustDecision,
  TrustRequest,
} from "@zot/host";
export {
  findUnusedCredentials,
  isProvider,
  loadCatalog,
  locateCredential,
  login,
  loginWithDevice,
  loginWithOAuth,
  logout,
  PROVIDER_INFO,
  ProviderError,
  REASONING_LEVELS,
  redact,
  rememberSecret,
  takeCredentials,
  zotHome,
  type Catalog,
  type Credential,
  type ImageBlock,
  type Message,
  type Model,
  type ProviderErrorCode,
  type ProviderInfo,
  type ReasoningLevel,
  type TextBlock,
} from "@zot/providers";

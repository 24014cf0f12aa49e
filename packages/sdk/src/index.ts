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

// What the packages behind it have for the same program: the agent and its sessions,
export { discoverSkills, resolvePath, SessionStore, ZotError } from "@zot/core";
export type { Agent, AgentHooks, Outcome, Question, QueueEntry } from "@zot/core";
export type { Session, SessionSummary, SessionTree, SkillProblem } from "@zot/core";
export type { Tool, ToolDetails } from "@zot/core";
// the extensions,
export type { ExtensionCommand, ExtensionHost, ExtensionInfo, ExtensionState } from "@zot/host";
export type { OpenPanel, TrustDecision, TrustRequest } from "@zot/host";
// the models and the logins.
export { isProvider, loadCatalog, PROVIDER_INFO, REASONING_LEVELS } from "@zot/providers";
export { findUnusedCredentials, locateCredential, takeCredentials, zotHome } from "@zot/providers";
export { login, loginWithDevice, loginWithOAuth, logout } from "@zot/providers";
export { ProviderError, redact, rememberSecret, type ProviderErrorCode } from "@zot/providers";
export type { Catalog, Credential, Model, ProviderInfo, ReasoningLevel } from "@zot/providers";
export type { ImageBlock, Message, TextBlock } from "@zot/providers";

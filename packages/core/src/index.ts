export { Agent } from "./agent/agent.js";
export type { AgentOptions, PromptContent, PromptOptions } from "./agent/agent-options.js";
export type { UsageTotals } from "./cost.js";
export { ZotError, type ZotErrorCode } from "./errors.js";
export type { AgentEvent, StopReason } from "./agent/events.js";
export type { AgentHooks, Block, ToolDecision } from "./agent/hooks.js";
export type { Journal, JournalEntry } from "./agent/journal.js";
export type { PromptQueue, QueueEntry } from "./agent/queue.js";
export type { Answer, Outcome, Question } from "./agent/run.js";
export {
  failed,
  type Tool,
  type ToolContext,
  type ToolDetails,
  type ToolResult,
} from "./tools/tool.js";
export type { SessionMeta } from "./session/record.js";
export type { Damage } from "./session/replay.js";
export { Session } from "./session/session.js";
export { SessionStore, type SessionTree } from "./session/store.js";
export type { SessionSummary } from "./session/summary.js";
export { withBuiltInSkills } from "./skills/built-in.js";
export {
  discoverSkills,
  type DiscoveredSkills,
  type DiscoverSkillsOptions,
} from "./skills/discover.js";
export { loadSkill } from "./skills/load.js";
export { skillManifest } from "./skills/manifest.js";
export type { Skill, SkillProblem } from "./skills/skill.js";
export { buildSystemPrompt, type SystemPrompt, type SystemPromptOptions } from "./system-prompt.js";
export { builtInTools, type BuiltInToolsOptions } from "./tools/built-in.js";
export { Jail } from "./tools/jail/jail.js";
export { resolvePath } from "./tools/paths.js";

export {
  REASONING_LEVELS,
  type ModelClient,
  type ModelRequest,
  type ReasoningLevel,
  type ToolDefinition,
} from "./client.js";
export { ProviderError, type ProviderErrorCode } from "./errors.js";
export type * from "./message.js";
export type { Model } from "./model.js";
export { isProvider, openClient, PROVIDERS, type ProviderName } from "./providers.js";
export type { StreamEvent, Usage } from "./stream-event.js";

export {
  findCredential,
  locateCredential,
  noCredential,
  type Credential,
  type CredentialPlace,
  type FindCredentialOptions,
} from "./auth/find-credential.js";
export { withoutCredentials } from "./auth/environment.js";
export { zotHome } from "./auth/home.js";
export {
  askInTerminal,
  login,
  loginWithDevice,
  loginWithOAuth,
  logout,
  type DeviceLoginOptions,
  type LoginOptions,
  type OAuthLoginOptions,
} from "./auth/login/login.js";
export type { OAuthDeviceConfig, OAuthPkceConfig } from "./auth/oauth/oauth-config.js";
export { takeCredentials, type TakeCredentialsOptions } from "./auth/take-credentials.js";
export { findUnusedCredentials, type UnusedCredentials } from "./auth/unused.js";
export { defaultModel, findModel, listModels } from "./catalog/built-in.js";
export { loadCatalog, type Catalog, type LoadCatalogOptions } from "./catalog/catalog.js";
export { discoverModels, type DiscoverModelsOptions } from "./catalog/discover.js";
export { costOf } from "./catalog/cost.js";
export {
  REASONING_LEVELS,
  type ModelClient,
  type ModelRequest,
  type ReasoningLevel,
  type ToolDefinition,
} from "./client.js";
export { ProviderError, type ProviderErrorCode } from "./errors.js";
export * from "./message.js";
export { WIRE_APIS, type Model, type WireApi } from "./model.js";
export {
  isProvider,
  PROVIDER_INFO,
  PROVIDERS,
  type ProviderInfo,
  type ProviderName,
} from "./provider-info.js";
export { openClient, assertNeedsNoKey, type OpenClientOptions } from "./providers.js";
export { knownSecrets, redact, rememberSecret } from "./redact.js";
export { redactBytes, redactText, type RedactedStream } from "./redact-stream.js";
export type { StreamEvent, Usage } from "./stream-event.js";

export * from "./rpc/messages.js";
export * from "./rpc/commands.js";
export * from "./rpc/responses.js";
export * from "./rpc/usage.js";
export * from "./rpc/events.js";
export { decodeFromRpcClient, decodeFromRpcServer } from "./codec.js";
export { RPC_PROTOCOL_VERSION } from "./version.js";

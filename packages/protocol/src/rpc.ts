export * from "./rpc/messages.js";
export * from "./rpc/commands.js";
export * from "./rpc/responses.js";
export * from "./rpc/usage.js";
export * from "./rpc/events.js";
export { toRpcRefusal } from "./rpc/refusal.js";
export { encodeFrame } from "./encode.js";
export {
  decodeFromRpcClient,
  decodeFromRpcServer,
  type Decoded,
  type FrameProblem,
} from "./codec.js";
export { MAX_RPC_LINE_BYTES } from "./limits.js";
export { RPC_PROTOCOL_VERSION } from "./version.js";

import * as z from "zod";
import { record } from "../frame.js";
import type { RpcCommandName } from "./commands.js";
import { rpcMessage } from "./messages.js";
import { usageTotals } from "./usage.js";

/**
 * @example
 * rpcHelloData.parse({ protocol_version: 1, version: "1.0.0", provider: "offline", model: "echo" });
 */
export const rpcHelloData = record({
  protocol_version: z.number().int().describe("1"),
  version: z.string().describe("zot's own"),
  provider: z.string().describe("the model's provider"),
  model: z.string().describe("the model's id"),
});

/**
 * @example
 * rpcStartedData.parse({ started: true });
 */
export const rpcStartedData = record({
  started: z.literal(true).describe("events follow until `done`"),
});

/**
 * @example
 * const { busy } = rpcStateData.parse(response.data);
 */
export const rpcStateData = record({
  provider: z.string().describe("the model's provider"),
  model: z.string().describe("the model's id"),
  cwd: z.string().describe("the project's folder"),
  message_count: z.number().int().describe("messages in the transcript"),
  busy: z.boolean().describe("a prompt or compaction runs"),
  reasoning: z.string().default("").describe("the level; empty when unset"),
  usage: usageTotals.describe("what the session used so far"),
});

/**
 * @example
 * const { messages } = rpcMessagesData.parse(response.data);
 */
export const rpcMessagesData = record({
  messages: z.array(rpcMessage).describe("the transcript"),
});

/**
 * @example
 * rpcModel.parse({ id: "echo", provider: "offline", context_window: 8000, max_output: 1000, reasoning: false });
 */
export const rpcModel = record({
  id: z.string().describe("for `set_model`"),
  provider: z.string().describe("who serves it"),
  context_window: z.number().int().describe("tokens it can read"),
  max_output: z.number().int().describe("tokens it can write"),
  reasoning: z.boolean().describe("it can reason before it answers"),
}).describe("A model that can be chosen.");

/**
 * @example
 * const ids = rpcModelsData.parse(response.data).models.map((model) => model.id);
 */
export const rpcModelsData = record({ models: z.array(rpcModel).describe("what can be chosen") });

/**
 * @example
 * rpcSetModelData.parse({ model: "echo" });
 */
export const rpcSetModelData = record({ model: z.string().describe("the one that is used now") });

/**
 * @example
 * rpcSetReasoningData.parse({ reasoning: "high" });
 */
export const rpcSetReasoningData = record({
  reasoning: z.string().describe("the level as it was asked for; `get_state` tells the one in use"),
});

/**
 * @example
 * rpcPongData.parse({ pong: true });
 */
export const rpcPongData = record({ pong: z.literal(true).describe("always true") });

/**
 * The shape of `data` in the response to each command that has one.
 *
 * @example
 * const { model } = rpcData.hello.parse(response.data);
 */
export const rpcData = {
  hello: rpcHelloData,
  prompt: rpcStartedData,
  compact: rpcStartedData,
  get_state: rpcStateData,
  get_messages: rpcMessagesData,
  set_model: rpcSetModelData,
  set_reasoning: rpcSetReasoningData,
  get_models: rpcModelsData,
  ping: rpcPongData,
} as const satisfies Partial<Record<RpcCommandName, z.ZodType>>;

/**
 * The answer to one command. `data` has the shape that `rpcData` tells for `command`; a malformed
 * line is answered with the command `""`.
 *
 * @example
 * rpcResponse.parse({ type: "response", id: 1, command: "ping", success: true, data: { pong: true } });
 */
export const rpcResponse = record({
  type: z.literal("response"),
  command: z.string().describe("the command's `type`; empty for a malformed line"),
  success: z.boolean().describe("whether it was carried out"),
  id: z.union([z.string(), z.number()]).optional().describe("the command's, if it had one"),
  data: z.unknown().optional().describe("on success: what the command asked for"),
  error: z.string().optional().describe("on failure: why, in words"),
}).describe("The answer to one command.");

export type RpcHelloData = z.infer<typeof rpcHelloData>;

export type RpcStateData = z.infer<typeof rpcStateData>;

export type RpcModel = z.infer<typeof rpcModel>;

export type RpcResponse = z.infer<typeof rpcResponse>;

import * as z from "zod";
import { record } from "../frame.js";
import { rpcMessage } from "./messages.js";
import { usageTotals } from "./usage.js";

export const rpcHelloData = record({
  protocol_version: z.number().int(),
  version: z.string(),
  provider: z.string(),
  model: z.string(),
});

export const rpcStartedData = record({ started: z.literal(true) });

export const rpcStateData = record({
  provider: z.string(),
  model: z.string(),
  cwd: z.string(),
  message_count: z.number().int(),
  busy: z.boolean(),
  reasoning: z.string().optional().describe('"" when unset'),
  usage: usageTotals,
});

export const rpcMessagesData = record({ messages: z.array(rpcMessage) });

export const rpcModel = record({
  id: z.string(),
  provider: z.string(),
  context_window: z.number().int(),
  max_output: z.number().int(),
  reasoning: z.boolean(),
});

export const rpcModelsData = record({ models: z.array(rpcModel) });

export const rpcSetModelData = record({ model: z.string() });

export const rpcPongData = record({ pong: z.literal(true) });

/**
 * The answer to one command. `data` has the shape that belongs to `command`; a malformed line is
 * answered with the command `""`.
 */
export const rpcResponse = record({
  type: z.literal("response"),
  command: z.string(),
  success: z.boolean(),
  id: z.union([z.string(), z.number()]).optional(),
  data: z.unknown().optional(),
  error: z.string().optional(),
});

export type RpcHelloData = z.infer<typeof rpcHelloData>;
export type RpcStateData = z.infer<typeof rpcStateData>;
export type RpcModel = z.infer<typeof rpcModel>;
export type RpcResponse = z.infer<typeof rpcResponse>;

import * as z from "zod";
import { record } from "../frame.js";

/** Opaque to the server; the Go program took strings only, numbers are echoed too. */
const requestId = z.union([z.string(), z.number()]).optional();

function command<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return record({ type: z.literal(type), id: requestId, ...shape });
}

export const RPC_COMMANDS = [
  "hello",
  "prompt",
  "abort",
  "compact",
  "get_state",
  "get_messages",
  "clear",
  "set_model",
  "set_reasoning",
  "get_models",
  "ping",
] as const;
export type RpcCommandName = (typeof RPC_COMMANDS)[number];

export const rpcImage = record({ mime_type: z.string(), data: z.base64() });

export const rpcHello = command("hello", { token: z.string().optional() });
export const rpcPrompt = command("prompt", {
  message: z.string(),
  images: z.array(rpcImage).optional(),
});
export const rpcAbort = command("abort", {});
export const rpcCompact = command("compact", {});
export const rpcGetState = command("get_state", {});
export const rpcGetMessages = command("get_messages", {});
export const rpcClear = command("clear", {});
export const rpcSetModel = command("set_model", { model: z.string() });
export const rpcSetReasoning = command("set_reasoning", {
  level: z.string().optional(),
  reasoning: z.string().optional().describe("what older clients call `level`"),
});
export const rpcGetModels = command("get_models", {});
export const rpcPing = command("ping", {});

/** Every command that a client may send. */
export const fromRpcClient = z.discriminatedUnion("type", [
  rpcHello,
  rpcPrompt,
  rpcAbort,
  rpcCompact,
  rpcGetState,
  rpcGetMessages,
  rpcClear,
  rpcSetModel,
  rpcSetReasoning,
  rpcGetModels,
  rpcPing,
]);

export type FromRpcClient = z.infer<typeof fromRpcClient>;
export type RpcImage = z.infer<typeof rpcImage>;

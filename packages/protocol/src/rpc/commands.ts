import * as z from "zod";
import { record, ruled } from "../frame.js";

// The Go program took strings only; numbers are echoed too.
const requestId = ruled(z.union([z.string(), z.number()]), "exactId")
  .optional()
  .describe("echoed in the response; opaque to the server");

function command<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return record({ type: z.literal(type), id: requestId, ...shape });
}

/**
 * The names of all commands.
 *
 * @example
 * RPC_COMMANDS.includes("ping"); // true
 */
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

/**
 * An image that goes with a prompt.
 *
 * @example
 * rpcImage.parse({ mime_type: "image/png", data: "iVBORw0KGgo=" });
 */
export const rpcImage = record({
  mime_type: z.string().describe("such as `image/png`"),
  data: z.base64().describe("the image in base64"),
}).describe("An image that goes with a prompt.");

/**
 * @example
 * rpcHello.parse({ id: "1", type: "hello" });
 */
export const rpcHello = command("hello", {
  token: z.string().optional().describe("must match `ZOTCORE_RPC_TOKEN` when that is set"),
}).describe("Opens the conversation. Needed only when `ZOTCORE_RPC_TOKEN` is set.");

/**
 * @example
 * rpcPrompt.parse({ id: "2", type: "prompt", message: "what is in README.md?" });
 */
export const rpcPrompt = command("prompt", {
  message: z.string().describe("what the user says"),
  images: z.array(rpcImage).optional().describe("images that go with it"),
}).describe("Starts a turn: the response comes when it starts, events follow until `done`.");

/**
 * @example
 * rpcAbort.parse({ type: "abort" });
 */
export const rpcAbort = command("abort", {}).describe(
  "Stops the running prompt or compaction, at once.",
);

/**
 * @example
 * rpcCompact.parse({ type: "compact" });
 */
export const rpcCompact = command("compact", {}).describe(
  "Replaces the older part of the transcript by a summary; ends with `compact_done` and `done`.",
);

/**
 * @example
 * rpcGetState.parse({ type: "get_state" });
 */
export const rpcGetState = command("get_state", {}).describe("Asks for model, counts and cost.");

/**
 * @example
 * rpcGetMessages.parse({ type: "get_messages" });
 */
export const rpcGetMessages = command("get_messages", {}).describe("Asks for the transcript.");

/**
 * @example
 * rpcClear.parse({ type: "clear" });
 */
export const rpcClear = command("clear", {}).describe("Empties the transcript.");

/**
 * @example
 * rpcSetModel.parse({ type: "set_model", model: "offline" });
 */
export const rpcSetModel = command("set_model", {
  model: z.string().describe("a model id of the current provider"),
}).describe("Changes the model, within the provider.");

/**
 * @example
 * rpcSetReasoning.parse({ type: "set_reasoning", level: "high" });
 */
export const rpcSetReasoning = command("set_reasoning", {
  level: z.string().optional().describe("how much to reason; empty for none"),
  reasoning: z.string().optional().describe("what older clients call `level`"),
}).describe("Changes how much the model reasons.");

/**
 * @example
 * rpcGetModels.parse({ type: "get_models" });
 */
export const rpcGetModels = command("get_models", {}).describe(
  "Asks for the models that can be chosen.",
);

/**
 * @example
 * rpcPing.parse({ type: "ping" });
 */
export const rpcPing = command("ping", {}).describe("Asks for a sign of life.");

/**
 * Every command that a client may send.
 *
 * @example
 * fromRpcClient.safeParse({ type: "ping" }).success; // true
 */
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

/**
 * The level that a `set_reasoning` asks for, under whichever of its two names.
 *
 * @example
 * const level = reasoningLevel({ type: "set_reasoning", reasoning: "low" }); // "low"
 */
export function reasoningLevel(command: z.infer<typeof rpcSetReasoning>): string | undefined {
  return command.level ?? command.reasoning;
}

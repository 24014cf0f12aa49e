import * as z from "zod";
import { frame } from "./frame.js";

/**
 * What an extension says that it can do. Only `call_tool` and those that end in `_cancel` change what the host sends.
 *
 * @example
 * CAPABILITIES.includes("tool_cancel"); // true
 */
export const CAPABILITIES = [
  "commands",
  "tools",
  "events",
  "panels",
  "tool_cancel",
  "call_tool",
  "intercept_cancel",
  "command_cancel",
] as const;

/**
 * @example
 * const wanted: Capability[] = ["tools", "tool_cancel"];
 */
export type Capability = (typeof CAPABILITIES)[number];

/**
 * Extension → host, the first frame.
 *
 * @example
 * hello.parse({ type: "hello", name: "weather", version: "1.0.0", capabilities: ["tools"] });
 */
export const hello = frame("hello", {
  name: z.string().min(1).describe("the manifest's name"),
  version: z.string().optional().describe("the extension's own version, shown in its log"),
  capabilities: z
    .array(z.string())
    .optional()
    .describe(
      "advisory: `commands` `tools` `events` `panels`; opt-ins that change what the host sends: `tool_cancel` `call_tool` `intercept_cancel` `command_cancel`",
    ),
}).describe("The first frame of an extension.");

/**
 * Host → extension, in answer to `hello`.
 *
 * @example
 * const frame = helloAck.parse(JSON.parse(line));
 * process.chdir(frame.cwd);
 */
export const helloAck = frame("hello_ack", {
  protocol_version: z.number().int().describe("1"),
  zot_version: z.string().describe("the version of the host"),
  provider: z.string().describe("the model's provider; empty if there is no model"),
  model: z.string().describe("the model's id; empty if there is no model"),
  cwd: z.string().describe("the project's folder"),
  extension_dir: z
    .string()
    .optional()
    .describe("the folder of the manifest; always sent by this host, older ones may leave it out"),
  data_dir: z
    .string()
    .optional()
    .describe(
      "where to keep data: equals `extension_dir`; always sent by this host, older ones may leave it out",
    ),
  capabilities: z.array(z.string()).optional().describe("what the host offers beyond the basics"),
}).describe("The host's answer to `hello`.");

/**
 * Extension → host: all initial registrations are flushed.
 *
 * @example
 * ready.parse({ type: "ready" });
 */
export const ready = frame("ready", {}).describe(
  "All initial registrations are flushed: the host need not wait any longer.",
);

/**
 * @example
 * const frame: Hello = { type: "hello", name: "weather", version: "1.0.0" };
 */
export type Hello = z.infer<typeof hello>;

/**
 * @example
 * const greet = (ack: HelloAck) => `zot ${ack.zot_version} in ${ack.cwd}`;
 */
export type HelloAck = z.infer<typeof helloAck>;

/**
 * @example
 * const frame: Ready = { type: "ready" };
 */
export type Ready = z.infer<typeof ready>;

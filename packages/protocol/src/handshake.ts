import * as z from "zod";
import { frame } from "./frame.js";

/** What an extension says that it can do. Only `tool_cancel` and `call_tool` change what the host sends. */
export const CAPABILITIES = [
  "commands",
  "tools",
  "events",
  "panels",
  "tool_cancel",
  "call_tool",
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** Extension → host, the first frame. */
export const hello = frame("hello", {
  name: z.string().min(1),
  version: z.string().optional(),
  capabilities: z.array(z.string()).optional(),
});

/** Host → extension. */
export const helloAck = frame("hello_ack", {
  protocol_version: z.number().int(),
  zot_version: z.string(),
  provider: z.string(),
  model: z.string(),
  cwd: z.string(),
  extension_dir: z.string().optional(),
  data_dir: z.string().optional(),
  capabilities: z.array(z.string()).optional(),
});

/** Extension → host: all initial registrations are flushed. */
export const ready = frame("ready", {});

export type Hello = z.infer<typeof hello>;
export type HelloAck = z.infer<typeof helloAck>;
export type Ready = z.infer<typeof ready>;

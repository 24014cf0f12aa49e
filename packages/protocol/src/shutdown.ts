import type * as z from "zod";
import { frame } from "./frame.js";

/**
 * Host → extension: finish and exit; stdin closes right after.
 *
 * @example
 * shutdown.parse({ type: "shutdown" });
 */
export const shutdown = frame("shutdown", {}).describe(
  "Finish and exit. The host closes stdin right after it.",
);

/**
 * Extension → host, then exit.
 *
 * @example
 * shutdownAck.parse({ type: "shutdown_ack" });
 */
export const shutdownAck = frame("shutdown_ack", {}).describe(
  "The last frame of an extension, which then exits.",
);

export type Shutdown = z.infer<typeof shutdown>;

export type ShutdownAck = z.infer<typeof shutdownAck>;

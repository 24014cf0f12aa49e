import type * as z from "zod";
import { frame } from "./frame.js";

/** Host → extension: finish and exit; stdin closes right after. */
export const shutdown = frame("shutdown", {});

/** Extension → host, then exit. */
export const shutdownAck = frame("shutdown_ack", {});

export type Shutdown = z.infer<typeof shutdown>;
export type ShutdownAck = z.infer<typeof shutdownAck>;

import * as z from "zod";
import { frame } from "./frame.js";

export const NOTE_LEVELS = ["info", "success", "warn", "error"] as const;
export type NoteLevel = (typeof NOTE_LEVELS)[number];

/** Extension → host: a note above the editor, until the user's next prompt. An unknown level reads as `info`. */
export const notify = frame("notify", {
  level: z.enum(NOTE_LEVELS).catch("info"),
  message: z.string(),
});

/** Extension → host: retracts this extension's notes. */
export const clearNotes = frame("clear_notes", {});

/** Extension → host: a user prompt, queued behind a running turn. */
export const submit = frame("submit", { text: z.string() });

/** Extension → host: runs a slash command as if typed. */
export const submitSlash = frame("submit_slash", { text: z.string().startsWith("/") });

export type Notify = z.infer<typeof notify>;
export type ClearNotes = z.infer<typeof clearNotes>;
export type Submit = z.infer<typeof submit>;
export type SubmitSlash = z.infer<typeof submitSlash>;

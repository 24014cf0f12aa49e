import * as z from "zod";
import { frame } from "./frame.js";

/**
 * How loud a note is.
 *
 * @example
 * NOTE_LEVELS.includes("warn"); // true
 */
export const NOTE_LEVELS = ["info", "success", "warn", "error"] as const;

export type NoteLevel = (typeof NOTE_LEVELS)[number];

/**
 * Extension → host: a note above the editor, until the user's next prompt. An unknown level reads as `info`.
 *
 * @example
 * notify.parse({ type: "notify", level: "warn", message: "the cache is a day old" });
 */
export const notify = frame("notify", {
  level: z
    .enum(NOTE_LEVELS)
    .catch("info")
    .describe("one that the host doesn't know reads as `info`"),
  message: z.string().describe("the text"),
}).describe("Shows a note. Any time after `hello`.");

/**
 * Extension → host: retracts this extension's notes.
 *
 * @example
 * clearNotes.parse({ type: "clear_notes" });
 */
export const clearNotes = frame("clear_notes", {}).describe(
  "Retracts the notes of this extension, and no others.",
);

/**
 * Extension → host: a user prompt, queued behind a running turn.
 *
 * @example
 * submit.parse({ type: "submit", text: "run the tests" });
 */
export const submit = frame("submit", {
  text: z.string().describe("the prompt"),
}).describe("Submits a user prompt, queued behind a running turn. Interactive mode only.");

/**
 * Extension → host: runs a slash command as if typed.
 *
 * @example
 * submitSlash.parse({ type: "submit_slash", text: "/compact" });
 */
export const submitSlash = frame("submit_slash", {
  text: z.string().startsWith("/").describe("must start with `/`"),
}).describe("Runs a slash command as if the user had typed it. Interactive mode only.");

export type Notify = z.infer<typeof notify>;

export type ClearNotes = z.infer<typeof clearNotes>;

export type Submit = z.infer<typeof submit>;

export type SubmitSlash = z.infer<typeof submitSlash>;

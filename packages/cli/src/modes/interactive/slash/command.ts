import type { App } from "../app.js";

/** Runs a slash command; what it throws is shown as a note. */
export type SlashCommand = (app: App, args: string) => void | Promise<void>;

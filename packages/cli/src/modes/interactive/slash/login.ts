import type { App } from "../app.js";

export function run(app: App): void {
  app.notes.say(
    "info",
    "set ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY or KIMI_API_KEY and start again",
  );
}

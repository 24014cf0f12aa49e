import type { App } from "../app.js";

/** `/compact`: has the model sum up all but the last messages. */
export async function run(app: App): Promise<void> {
  await app.turns.compact();
}

import type { App } from "../app.js";
import { emptyScreen } from "../empty-screen.js";

/** Forgets the conversation: what runs is stopped, the screen emptied, the scrollback kept. */
export async function run(app: App): Promise<void> {
  app.turns.stop();
  await app.workspace.agent.clear();
  app.notes.clear();
  await emptyScreen(app);
}

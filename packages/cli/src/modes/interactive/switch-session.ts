import { describeDamage } from "../../wiring/open-session.js";
import type { App } from "./app.js";
import { replayMessages } from "./transcript/replay.js";

/** Goes on with the session in a file, and shows what was said in it. */
export async function openSession(app: App, path: string): Promise<void> {
  const { workspace } = app;
  const session = workspace.around.store.open(path);
  await workspace.switchSession(session);
  app.screen.clear();
  replayMessages(app.follower, session);
  for (const line of describeDamage(session)) app.notes.say("warn", line);
}

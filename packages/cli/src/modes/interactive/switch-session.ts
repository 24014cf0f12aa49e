import { describeDamage, openOrFork } from "@zot/sdk";
import type { App } from "./app.js";
import { replayMessages } from "./transcript/replay.js";

/** Goes on with the session in a file, or with a fork while another zot has it, and shows what was said in it. */
export async function openSession(app: App, path: string): Promise<void> {
  const { workspace } = app;
  const session = await openOrFork(workspace.store, path, (line) => {
    app.notes.say("warn", line);
  });
  app.turns.stop();
  await workspace.switchSession(session);
  await emptyScreen(app);
  replayMessages(app.follower, session);
  for (const line of describeDamage(session)) app.notes.say("warn", line);
}

/** Empties the screen of a conversation that is over, with the rows that its end has not drawn yet. */
export async function emptyScreen({ screen }: App): Promise<void> {
  // The frame is drawn in a microtask; rows that came after the clearing would stand on the empty screen.
  screen.requestRender({ now: true });
  await Promise.resolve();
  screen.clear();
}

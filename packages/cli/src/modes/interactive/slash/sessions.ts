import type { App } from "../app.js";
import { pickSession } from "../dialogs/sessions.js";
import { openSession } from "../switch-session.js";

/** `/sessions`: goes on with another session of this folder. */
export async function run(app: App): Promise<void> {
  const { store, session } = app.workspace;
  const chosen = await pickSession(app, store, session?.path);
  if (chosen !== undefined) await openSession(app, chosen.path);
}

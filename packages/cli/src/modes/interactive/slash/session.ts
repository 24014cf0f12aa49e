import { UsageError } from "../../../errors.js";
import type { App } from "../app.js";
import { pickSession } from "../dialogs/sessions.js";
import { openSession } from "../switch-session.js";
import * as actions from "./session-actions.js";

const ACTIONS: Readonly<Record<string, (app: App, rest: string) => void | Promise<void>>> = {
  "": actions.describe,
  export: actions.exportTo,
  import: actions.importFrom,
  fork: actions.fork,
  tree: actions.showTree,
  rename: actions.rename,
  delete: actions.remove,
  new: actions.begin,
};

/** `/session <action>`: what can be done with the session as a file. */
export async function runSession(app: App, args: string): Promise<void> {
  const [name = "", ...rest] = args.split(/\s+/);
  const action = ACTIONS[name.toLowerCase()];
  if (action === undefined) {
    const known = Object.keys(ACTIONS).filter((each) => each !== "");
    throw new UsageError(`"${name}" is not one of ${known.join(", ")}`);
  }
  await action(app, rest.join(" ").trim());
}

/** `/sessions`: goes on with another session of this folder. */
export async function chooseSession(app: App): Promise<void> {
  const { store, session } = app.workspace;
  const chosen = await pickSession(app, store, session?.path);
  if (chosen !== undefined) await openSession(app, chosen.path);
}

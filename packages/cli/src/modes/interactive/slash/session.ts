import { UsageError } from "../../../errors.js";
import type { App } from "../app.js";
import * as actions from "../session-actions.js";

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
export async function run(app: App, args: string): Promise<void> {
  const [name = "", ...rest] = args.split(/\s+/);
  const action = ACTIONS[name.toLowerCase()];
  if (action === undefined) {
    const known = Object.keys(ACTIONS).filter((each) => each !== "");
    throw new UsageError(`"${name}" is not one of ${known.join(", ")}`);
  }
  await action(app, rest.join(" ").trim());
}

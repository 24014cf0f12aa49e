import type { App } from "../app.js";

/** `/unjail`: the tools may work anywhere again. */
export function run(app: App): void {
  app.workspace.builtins.jail.locked = false;
  app.notes.say("info", "the built-in tools may work outside this folder again");
}

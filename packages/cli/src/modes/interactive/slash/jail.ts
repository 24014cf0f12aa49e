import type { App } from "../app.js";

/** `/jail`: keeps the tools inside this folder. */
export function run(app: App): void {
  const { jail } = app.workspace.builtins;
  jail.locked = true;
  app.notes.say(
    "success",
    `the built-in tools stay inside ${jail.root} now; /unjail lets them out`,
  );
}

import type { App } from "../app.js";

/** `/jail`: keeps the tools inside this folder. */
export function jail({ workspace, notes }: App): void {
  const { jail } = workspace.builtins;
  jail.locked = true;
  notes.say("success", `the built-in tools stay inside ${jail.root} now; /unjail lets them out`);
}

/** `/unjail`: the tools may work anywhere again. */
export function unjail({ workspace, notes }: App): void {
  workspace.builtins.jail.locked = false;
  notes.say("info", "the built-in tools may work outside this folder again");
}

/** `/yolo`: switches between asking before each tool call and not asking. */
export function yolo({ workspace, notes }: App): void {
  const { permissions } = workspace;
  permissions.mode = permissions.mode === "ask" ? "yolo" : "ask";
  if (permissions.mode === "yolo") {
    notes.say("warn", "tools run without asking now; /yolo switches back");
  } else notes.say("success", "zot asks before each tool call now; /yolo switches back");
}

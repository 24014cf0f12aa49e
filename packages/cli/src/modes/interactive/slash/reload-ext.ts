import type { ExtensionState } from "@zot/host";
import type { App } from "../app.js";

/** What became of an extension that is found but was not started. */
const INSTEAD: Readonly<Partial<Record<ExtensionState, string>>> = {
  disabled: "is disabled",
  shadowed: "gives way to another one of its name",
};

/** `/reload-ext [name]`: starts one extension anew, or looks for all of them again. */
export async function run(app: App, args: string): Promise<void> {
  const { workspace, notes } = app;
  const { host } = workspace;
  await workspace.start();
  const before = host.extensions().map(({ name }) => name);
  const reports = await workspace.reloadExtensions(args === "" ? undefined : args);
  const now = new Map(host.extensions().map(({ name, state }) => [name, state]));
  for (const report of reports) {
    const { extension } = report;
    const instead = INSTEAD[now.get(extension) ?? "ready"];
    if (!report.ok) notes.add(extension, "error", `not reloaded: ${report.reason}`);
    else if (instead === undefined) notes.add(extension, "success", "reloaded");
    else notes.add(extension, "info", instead);
  }
  const gone = before.filter((name) => !now.has(name));
  for (const name of gone) notes.add(name, "info", "is gone");
  if (reports.length === 0 && gone.length === 0) notes.say("info", "there are no extensions");
}

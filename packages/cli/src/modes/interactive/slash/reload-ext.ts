import type { ExtensionInfo, ExtensionState } from "@zot/sdk";
import type { App } from "../app.js";

/** What became of an extension that is found but was not started. */
const INSTEAD: Readonly<Partial<Record<ExtensionState, string>>> = {
  disabled: "is disabled",
  shadowed: "gives way to another one of its name",
};

/** `/reload-ext [name]`: starts one extension anew, or looks for all of them again. */
export async function run(app: App, args: string): Promise<void> {
  const { workspace, notes, host } = app;
  await app.turns.awaitExtensions();
  const before = host.extensions().map(({ name }) => name);
  const shown: string[] = [];
  const unsubscribe = host.subscribe((event) => {
    if (event.type === "fault" && event.count === 1 && event.code !== "reload-failed")
      shown.push(event.message);
  });
  const reports = await workspace
    .reloadExtensions(args === "" ? undefined : args)
    .finally(unsubscribe);
  const now = host.extensions();
  // A reload of all reports on each of them, in their order.
  const reloaded = args === "" ? now : inUse(now, args);
  for (const [at, report] of reports.entries()) {
    const { extension } = report;
    const instead = INSTEAD[reloaded[at]?.state ?? "ready"];
    if (!report.ok) {
      const isShown = shown.some((fault) => fault.includes(report.reason));
      if (!isShown) notes.add(extension, "error", `not reloaded: ${report.reason}`);
    } else if (instead === undefined) notes.add(extension, "success", "reloaded");
    else notes.add(extension, "info", instead);
  }
  const gone = before.filter((name) => now.every((extension) => extension.name !== name));
  for (const name of gone) notes.add(name, "info", "is gone");
  if (reports.length === 0 && gone.length === 0) notes.say("info", "there are no extensions");
}

/** Those of a name, the one in use first. */
function inUse(extensions: readonly ExtensionInfo[], name: string): ExtensionInfo[] {
  const isShadowed = ({ state }: ExtensionInfo) => Number(state === "shadowed");
  return extensions
    .filter((extension) => extension.name === name)
    .sort((a, b) => isShadowed(a) - isShadowed(b));
}

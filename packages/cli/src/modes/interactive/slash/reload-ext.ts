import type { App } from "../app.js";

/** `/reload-ext [name]`: starts one extension anew, or looks for all of them again. */
export async function run(app: App, args: string): Promise<void> {
  const { host } = app.workspace;
  await app.workspace.start();
  const reports = await host.reload(args === "" ? undefined : args);
  if (reports.length === 0) app.notes.say("info", "there are no extensions");
  for (const report of reports) {
    if (report.ok) app.notes.add(report.extension, "success", "reloaded");
    else app.notes.add(report.extension, "error", `not reloaded: ${report.reason}`);
  }
}

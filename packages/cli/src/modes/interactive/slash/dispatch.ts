import { explainFailureWithin } from "../../../explain-failure.js";
import { findNearestCommand, findSlashCommand } from "../../../slash-commands.js";
import type { App } from "../app.js";
import { runExtensionCommand } from "../extensions/run-command.js";

/** Runs a line that begins with a slash, wherever it came from. */
export async function runSlashCommand(app: App, line: string): Promise<void> {
  const [, name = "", args = ""] = /^\/(\S+)\s*([\s\S]*)$/.exec(line.trim()) ?? [];
  const entry = findSlashCommand(name);
  try {
    const workspace = await app.ready;
    if (entry !== undefined) {
      const { run } = await entry.load();
      await run(app, args.trim());
    } else if (!(await runExtensionCommand(app, name, args.trim()))) {
      const others = workspace.host.commands().map((command) => command.name);
      const near = findNearestCommand(name, others);
      const hint = near === undefined ? "/help lists them" : `did you mean ${near}?`;
      app.notes.say("error", `unknown command "/${name}"; ${hint}`);
    }
  } catch (error) {
    app.notes.say("error", `/${name}: ${explainFailureWithin(error)}`);
  }
}

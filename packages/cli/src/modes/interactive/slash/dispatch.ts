import { findNearest } from "../../../args/nearest.js";
import { SLASH_COMMANDS } from "../../../slash-commands.js";
import type { App } from "../app.js";
import { runExtensionCommand } from "../extensions/run-command.js";

/** Runs a line that begins with a slash, wherever it came from. */
export async function runSlashCommand(app: App, line: string): Promise<void> {
  const [, name = "", args = ""] = /^\/(\S+)\s*([\s\S]*)$/.exec(line.trim()) ?? [];
  const entry = SLASH_COMMANDS.find((each) => each.name === name.toLowerCase());
  try {
    const workspace = await app.ready;
    if (entry !== undefined) {
      const { run } = await entry.load();
      await run(app, args.trim());
    } else if (!(await runExtensionCommand(app, name, args.trim()))) {
      const own = SLASH_COMMANDS.map((each) => each.name);
      const others = workspace.host.commands().map((command) => command.name);
      const near = findNearest(name, [...own, ...others]);
      const hint = near === undefined ? "/help lists them" : `did you mean /${near}?`;
      app.notes.say("error", `unknown command "/${name}"; ${hint}`);
    }
  } catch (error) {
    app.notes.say("error", `/${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

import { visibleLine } from "@zot/tui/sanitize";
import { explainFailureWithin } from "../../../explain-failure.js";
import { findNearestCommand, findSlashCommand, isKeyboardOnly } from "./table.js";
import type { App } from "../app.js";
import { runExtensionCommand } from "../extensions/run-command.js";

/** Runs a line that begins with a slash: typed by the user, or sent by an extension. */
export async function runSlashCommand(
  app: App,
  line: string,
  sender: "keyboard" | { readonly extension: string },
): Promise<void> {
  const [, name = "", args = ""] = /^\/(\S+)\s*([\s\S]*)$/.exec(line.trim()) ?? [];
  const entry = findSlashCommand(name);
  try {
    await app.ready;
    if (entry !== undefined && sender !== "keyboard" && isKeyboardOnly(entry, args)) {
      const { extension } = sender;
      const command = visibleLine(line.trim());
      app.host.noteTo(extension, `submit_slash ${command} refused: only the user may run it`);
      app.notes.add(extension, "warn", `wanted to run ${command}; only you can, by typing it`);
    } else if (entry !== undefined) {
      const { run } = await entry.load();
      await run(app, args.trim());
    } else if (!(await runExtensionCommand(app, name, args.trim()))) {
      const others = app.host.commands().map((command) => command.name);
      const near = findNearestCommand(name, others);
      const hint = near === undefined ? "/help lists them" : `did you mean ${near}?`;
      app.notes.say("error", `unknown command "/${name}"; ${hint}`);
    }
  } catch (error) {
    app.notes.say("error", `/${name}: ${explainFailureWithin(error)}`);
  }
}

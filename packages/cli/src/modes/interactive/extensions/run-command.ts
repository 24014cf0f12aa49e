import type { App } from "../app.js";

/** Runs a command of an extension and does what it asks for; false if no extension has it. */
export async function runExtensionCommand(app: App, name: string, args: string): Promise<boolean> {
  const { host } = app;
  const isKnown = () =>
    host.commands().some((command) => command.name.toLowerCase() === name.toLowerCase());
  if (!isKnown()) await app.turns.awaitExtensions();
  if (!isKnown()) return false;
  const outcome = await host.invokeCommand(name, args);
  const { action, extension, command, error } = outcome;
  const isUp = host.extensions().some(({ name, state }) => name === extension && state === "ready");
  // Where the extension crashed over it, that was said already.
  const isSaid = !isUp && app.notes.hasOf(extension);
  if (error !== undefined && !isSaid) app.notes.add(extension, "error", error, command);
  if (action === "prompt" && outcome.prompt !== undefined) {
    void app.turns.prompt(outcome.prompt, "");
  }
  if (action === "insert" && outcome.insert !== undefined) app.editor.insert(outcome.insert);
  if (action === "display" && outcome.display !== undefined) {
    app.notes.display(extension, command, outcome.display);
  }
  app.render();
  return true;
}

import { UsageError } from "../../../errors.js";
import type { App } from "../app.js";
import { loginTo, pickProvider } from "../dialogs/login.js";
import { useModel } from "./model.js";

/** `/login [provider]`: takes a key, tries it, keeps it, and goes on with that provider. */
export async function run(app: App, args: string): Promise<void> {
  const { catalog } = app.workspace.connector;
  const known = catalog.providers.filter((name) => name !== "offline");
  if (args !== "" && !known.includes(args)) {
    throw new UsageError(`"${args}" is none of ${known.join(", ")}`);
  }
  const provider = args === "" ? await pickProvider(app, known) : args;
  if (provider === undefined) return;
  if (!(await loginTo(app, provider))) return;
  const model = catalog.defaultModel(provider);
  if (model === undefined) app.notes.say("success", `the key for ${provider} is kept`);
  else await useModel(app, model);
}

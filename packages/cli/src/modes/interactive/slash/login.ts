import { isProvider, locateCredential, PROVIDER_INFO } from "@zot/sdk";
import { UsageError } from "../../../errors.js";
import type { App } from "../app.js";
import { loginTo, pickProvider } from "../dialogs/login.js";
import { useModel } from "./model.js";

/** `/login [provider]`: logs in, with a key or at the provider's own page, and goes on with that provider. */
export async function run(app: App, args: string): Promise<void> {
  const { models, home } = app.workspace;
  const { catalog } = models;
  const known = catalog.providers.filter((name) => name !== "offline");
  if (args !== "" && !known.includes(args)) {
    throw new UsageError(`"${args}" is not one of ${known.join(", ")}`);
  }
  const provider = args === "" ? await pickProvider(app, known) : args;
  if (provider === undefined) return;
  if (!(await loginTo(app, provider))) return;
  models.noteLogin(provider);
  const model = catalog.defaultModel(provider);
  if (model === undefined) app.notes.say("success", `the login to ${provider} is kept`);
  else await useModel(app, model);
  const place = await locateCredential({ provider, home });
  if (place?.source === "env" && isProvider(provider) && provider !== "offline") {
    const names = PROVIDER_INFO[provider].env.join(" or ");
    app.notes.say("warn", `the key in ${names} counts before the one that was kept now; unset it`);
  }
}

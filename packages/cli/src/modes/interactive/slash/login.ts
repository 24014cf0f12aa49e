import { isProvider, locateCredential, logout as forget, PROVIDER_INFO } from "@zot/sdk";
import { SelectDialog } from "@zot/tui";
import { UsageError } from "../../../errors.js";
import type { App } from "../app.js";
import { loginTo, pickProvider } from "../dialogs/login.js";
import { useModel } from "./model.js";

/** `/login [provider]`: logs in, with a key or at the provider's own page, and goes on with that provider. */
export async function login(app: App, args: string): Promise<void> {
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

/** `/logout [provider]`: forgets what `/login` kept. */
export async function logout(app: App, args: string): Promise<void> {
  const { home, models } = app.workspace;
  const kept: string[] = [];
  for (const provider of models.catalog.providers) {
    if (await locateCredential({ provider, home, env: {} })) kept.push(provider);
  }
  if (kept.length === 0) {
    app.notes.say("info", "no login is kept here; keys in the environment are not zot's to forget");
    return;
  }
  const provider =
    args === ""
      ? await app.stage.show(
          new SelectDialog({
            theme: app.theme,
            title: "Forget the login of",
            items: kept.map((name) => ({ value: name, label: name })),
          }),
        )
      : kept.find((name) => name === args);
  if (provider === undefined) {
    if (args !== "") app.notes.say("error", `no login of "${args}" is kept here`);
    return;
  }
  await forget({ provider, home });
  app.notes.say("success", `the login of ${provider} is forgotten`);
}

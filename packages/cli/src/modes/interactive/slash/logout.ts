import { locateCredential, logout } from "@zot/sdk";
import { SelectDialog } from "@zot/tui";
import type { App } from "../app.js";

/** `/logout [provider]`: forgets what `/login` kept. */
export async function run(app: App, args: string): Promise<void> {
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
  await logout({ provider, home });
  app.notes.say("success", `the login of ${provider} is forgotten`);
}

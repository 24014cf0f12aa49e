import type { Model } from "@zot/sdk";
import { findNearest } from "../../../args/nearest.js";
import { updateConfig } from "../../../update-config.js";
import type { App } from "../app.js";
import { loginTo } from "../dialogs/login.js";
import { pickModel } from "../dialogs/model.js";

/** `/model [name]`: goes on with another model, of any provider that can be reached. */
export async function run(app: App, args: string): Promise<void> {
  const model = args === "" ? await pickModel(app) : await findByName(app, args);
  if (model !== undefined) await useModel(app, model);
}

/** Switches, after a login where one is needed, and remembers the choice for the next run. */
export async function useModel(app: App, model: Model): Promise<void> {
  const { workspace } = app;
  const { models } = workspace;
  if (!(await models.usableProviders()).includes(model.provider)) {
    if (!(await loginTo(app, model.provider))) return;
    models.noteLogin(model.provider);
  }
  await workspace.switchModel(model);
  updateConfig(workspace.home, { provider: model.provider, model: model.id });
  app.notes.say("success", `now talking to ${model.name} (${model.provider})`);
}

async function findByName(app: App, name: string): Promise<Model | undefined> {
  const { catalog } = app.workspace.models;
  const [provider, ...rest] = name.split("/");
  const models = catalog.listModels();
  const found =
    models.find(({ id }) => id === name) ??
    models.find((model) => model.provider === provider && model.id === rest.join("/"));
  if (found !== undefined) return found;
  if (models.some((model) => isMeant(name, model))) return pickModel(app, { query: name });
  const near = findNearest(
    name,
    models.map(({ id }) => id),
  );
  return near === undefined
    ? pickModel(app, { message: `No model matches "${name}".` })
    : pickModel(app, { query: near, message: `No model is called "${name}". Did you mean this?` });
}

/** Whether all that was typed is in the model's name; how its parts are joined is easily forgotten. */
function isMeant(typed: string, { name, provider, id }: Model): boolean {
  const bare = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
  const whole = bare(`${name}${provider}${id}`);
  return typed.split(/\s+/).every((word) => whole.includes(bare(word)));
}

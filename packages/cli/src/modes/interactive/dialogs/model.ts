import type { Model } from "@zot/sdk";
import { SelectDialog, type SelectItem } from "@zot/tui";
import type { App } from "../app.js";

/** Lets the user choose a model. Those without a key are listed too, and say what they need. */
export async function pickModel(
  app: App,
  { query, message }: { query?: string; message?: string } = {},
): Promise<Model | undefined> {
  const { models, model: current } = app.workspace;
  const usable = await models.usableProviders();
  const ranked = models.catalog
    .listModels()
    .map((model) => ({ model, isUsable: usable.includes(model.provider) }))
    .sort((a, b) => Number(b.isUsable) - Number(a.isUsable));
  const items = ranked.map(({ model, isUsable }): SelectItem<Model> => ({
    value: model,
    label: model.name,
    description: describe(model, isUsable),
    keywords: `${model.provider}/${model.id}`,
  }));
  const selected = ranked.find(
    ({ model }) => model.id === current.id && model.provider === current.provider,
  )?.model;
  const dialog = new SelectDialog<Model>({
    theme: app.theme,
    title: "Model",
    items,
    filter: true,
    ...(message === undefined ? {} : { message }),
    height: () => app.screen.height - 1,
    maxRows: () => Math.max(2, Math.min(12, app.screen.height - (message === undefined ? 7 : 9))),
    ...(selected && { selected }),
  });
  if (query !== undefined) dialog.handlePaste(query);
  return app.stage.show(dialog);
}

function describe({ provider, context_window, price }: Model, isUsable: boolean): string {
  if (!isUsable) return `${provider} · needs /login`;
  const window = `${Math.round(context_window / 1000)}k`;
  const cost = price.input + price.output > 0 ? ` · $${price.input}/$${price.output} per M` : "";
  return `${provider} · ${window}${cost}`;
}

import { ProviderError, type Model, type Outcome } from "@zot/sdk";
import { SelectDialog } from "@zot/tui";
import { explainFailureWithin } from "../../../explain-failure.js";
import type { App } from "../app.js";

/** Models of other providers are offered up to this number each. */
const MOST_EACH = 3;

type Way = "leave" | "retry" | "login" | Model;

/** Offers to try again after a model failed, with the same one or another. */
export async function offerRescue(app: App, outcome: Outcome): Promise<void> {
  const { cause } = outcome;
  if (!(cause instanceof ProviderError)) return;
  const { workspace } = app;
  const { model: current, models } = workspace;
  const { provider } = current;
  const isAboutLogin = cause.code === "auth" && provider !== "offline";
  const usable = await models.usableProviders();
  const others = [provider, ...usable.filter((each) => each !== provider)].flatMap((each) =>
    models.catalog
      .listModels(each)
      .filter((model) => each !== provider || model.id !== current.id)
      .slice(0, MOST_EACH),
  );
  const way = await app.stage.interrupt(
    new SelectDialog<Way>({
      theme: app.theme,
      title: `${current.name} failed`,
      message: explainFailureWithin(cause),
      filter: true,
      height: () => app.screen.height - 1,
      maxRows: () => Math.max(2, Math.min(8, app.screen.height - 9)),
      items: [
        ...(isAboutLogin
          ? [{ value: "login" as const, label: `Log in to ${provider} again` }]
          : []),
        { value: "retry", label: "Try again" },
        ...others.map((model) => ({
          value: model,
          label: `Switch to ${model.name}`,
          description: model.provider,
        })),
        { value: "leave", label: "Leave it" },
      ],
    }),
  );
  if (way === undefined || way === "leave") return;
  if (way === "login") {
    const { loginTo } = await import("./login.js");
    if (!(await loginTo(app, provider))) return;
    models.noteLogin(provider);
    await app.turns.watch(workspace.retry(current));
  } else await app.turns.watch(workspace.retry(way === "retry" ? undefined : way));
}

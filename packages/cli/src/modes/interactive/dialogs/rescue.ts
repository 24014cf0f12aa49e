import type { Outcome } from "@zot/core";
import type { Model } from "@zot/providers";
import { SelectDialog } from "@zot/tui";
import { explainFailureWithin } from "../../../explain-failure.js";
import type { App } from "../app.js";

/** Models of other providers are offered up to this number each. */
const MOST_EACH = 3;

type Way = "leave" | "retry" | "login" | { readonly provider: string; readonly model: Model };

/** Offers to try again after a model failed, with the same one or another. */
export async function offerRescue(app: App, outcome: Outcome): Promise<void> {
  const { cause } = outcome;
  if (!(cause instanceof Error) || cause.name !== "ProviderError") return;
  const { workspace } = app;
  const { model: current, provider } = workspace.connection;
  const { connector } = workspace;
  const isAboutLogin = (cause as { code?: unknown }).code === "auth" && provider !== "offline";
  const usable = await connector.usableProviders();
  const others = [provider, ...usable.filter((each) => each !== provider)].flatMap((each) =>
    connector.catalog
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
          value: { provider: model.provider, model },
          label: `Go on with ${model.name}`,
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
    connector.noteLogin(provider);
    await app.turns.watch(workspace.retry({ provider, model: current }));
  } else await app.turns.watch(workspace.retry(way === "retry" ? undefined : way));
}

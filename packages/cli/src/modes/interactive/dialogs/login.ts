import {
  isProvider,
  locateCredential,
  login,
  loginWithDevice,
  loginWithOAuth,
  PROVIDER_INFO,
  type Credential,
  type ProviderInfo,
} from "@zot/sdk";
import { PromptDialog, SelectDialog, type SelectItem } from "@zot/tui";
import type { App } from "../app.js";
import { waitWhile } from "./login-waiting.js";

/** Lets the user choose whom to connect. */
export async function pickProvider(
  app: App,
  providers: readonly string[],
): Promise<string | undefined> {
  const items = [];
  for (const name of providers) {
    const place = await locateCredential({ provider: name, home: app.workspace.home });
    const info = infoOf(name);
    items.push({
      value: name,
      label: info?.title ?? name,
      description: describe(place, info?.needsKey ?? true),
    });
  }
  return app.stage.show(
    new SelectDialog({
      theme: app.theme,
      title: "Log in",
      items,
      maxRows: () => Math.max(2, app.screen.height - 5),
    }),
  );
}

function describe(place: Pick<Credential, "kind" | "source"> | undefined, needsKey: boolean) {
  if (place?.source === "env") return "has a key, from the environment";
  if (place?.kind === "oauth") return "logged in";
  if (place !== undefined) return "has a key";
  return needsKey ? "" : "needs no key";
}

function infoOf(name: string): ProviderInfo | undefined {
  return isProvider(name) && name !== "offline" ? PROVIDER_INFO[name] : undefined;
}

type Way = "browser" | "code" | "here" | "page" | "without";

/** Logs in to a provider in the way that the user chooses; true once it worked and is kept. */
export async function loginTo(app: App, provider: string): Promise<boolean> {
  const { models, home } = app.workspace;
  const { browser, device } = models.catalog.userProvider(provider)?.oauth ?? {};
  const items: SelectItem<Way>[] = [
    { value: "here", label: "Paste a key here" },
    {
      value: "page",
      label: "Enter a key in the browser",
      description: "a page on this machine takes it",
    },
  ];
  if (device) {
    const description = "typed on this or another device";
    items.unshift({ value: "code", label: "Log in with a code", description });
  }
  if (infoOf(provider)?.needsKey === false) {
    items.unshift({ value: "without", label: "Continue without a key" });
  }
  if (browser) items.unshift({ value: "browser", label: "Log in with your browser" });
  const way = await app.stage.show(
    new SelectDialog<Way>({
      theme: app.theme,
      title: `Log in to ${infoOf(provider)?.title ?? provider}`,
      items,
    }),
  );
  if (way === undefined) return false;
  if (way === "without") return true;
  if (way === "here") return loginHere(app, provider, home);
  return waitWhile(app, async (signal, show) => {
    const options = { provider, home, signal };
    if (way === "code" && device) {
      await loginWithDevice({ ...options, oauth: device, onCode: show.code });
    } else if (way === "browser" && browser) {
      await loginWithOAuth({ ...options, oauth: browser, onUrl: show.page });
    } else await login({ ...options, onUrl: show.page });
  });
}

async function loginHere(app: App, provider: string, home: string): Promise<boolean> {
  const given: { key?: string } = {};
  const ask = async (question: string) => {
    const dialog = new PromptDialog({
      theme: app.theme,
      title: "API key",
      message: question.trim(),
      masked: true,
    });
    const key = await app.stage.show(dialog);
    if (key === undefined || key.trim() === "") return "";
    given.key = key;
    app.notes.say("info", "trying the key …");
    return key;
  };
  try {
    await login({ provider, home, ask });
  } catch (error) {
    if (given.key === undefined) return false;
    throw error;
  } finally {
    app.notes.clear();
  }
  return true;
}

import { findCredential, isProvider, login, PROVIDER_INFO } from "@zot/providers";
import { ConfirmDialog, PromptDialog, SelectDialog } from "@zot/tui";
import type { App } from "../app.js";

/** Lets the user choose whom to connect. */
export async function pickProvider(
  app: App,
  providers: readonly string[],
): Promise<string | undefined> {
  const items = [];
  for (const name of providers) {
    const credential = await findCredential({ provider: name, home: app.workspace.around.home });
    const info = isProvider(name) && name !== "offline" ? PROVIDER_INFO[name] : undefined;
    items.push({
      value: name,
      label: info?.title ?? name,
      description: describe(credential?.source, info?.needsKey ?? true),
    });
  }
  return app.stage.show(new SelectDialog({ theme: app.theme, title: "Log in", items }));
}

function describe(source: string | undefined, needsKey: boolean): string {
  if (source === "env") return "has a key, from the environment";
  if (source !== undefined) return "has a key";
  return needsKey ? "" : "needs no key";
}

/** Takes a key for a provider, here or in the browser; true once it is tried and kept. */
export async function loginTo(app: App, provider: string): Promise<boolean> {
  const way = await app.stage.show(
    new SelectDialog<"here" | "browser">({
      theme: app.theme,
      title: `Log in to ${provider}`,
      items: [
        { value: "here", label: "Paste the key here" },
        {
          value: "browser",
          label: "In the browser",
          description: "a page on this machine takes the key",
        },
      ],
    }),
  );
  if (way === undefined) return false;
  const { home } = app.workspace.around;
  return way === "here" ? loginHere(app, provider, home) : loginInBrowser(app, provider, home);
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

async function loginInBrowser(app: App, provider: string, home: string): Promise<boolean> {
  const ended = new AbortController();
  let isDone = false;
  const shown = new AbortController();
  const work = login({
    provider,
    home,
    signal: ended.signal,
    onUrl: (url) => {
      const dialog = new ConfirmDialog({
        theme: app.theme,
        title: "Open this page in your browser",
        message: url,
        signal: shown.signal,
        choices: [{ value: "stop", label: "Stop waiting", key: "s" }],
      });
      void app.stage.show(dialog).then(() => {
        if (!isDone) ended.abort();
      });
    },
  });
  try {
    await work;
    isDone = true;
    return true;
  } catch (error) {
    if (ended.signal.aborted) return false;
    throw error;
  } finally {
    shown.abort();
  }
}

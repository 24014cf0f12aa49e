import { ProviderError } from "../../errors.js";
import { providerInfo } from "../../provider-info.js";
import { zotHome } from "../home.js";
import type { LoginOptions } from "./login.js";
import { serveLoginPage } from "./login-server.js";
import { probeKey } from "./probe.js";
import { AuthStore } from "../store/store.js";

export async function loginWithKey(options: LoginOptions): Promise<void> {
  const { provider, baseUrl, env, signal } = options;
  const store = new AuthStore(options.home ?? zotHome(env));
  const tryAndKeep = async (apiKey: string) => {
    await probeKey({ provider, apiKey, baseUrl, home: options.home, env, signal });
    await store.update(provider, (current) => {
      // The Go zot keeps a ChatGPT login beside the key, for another provider of its own.
      const replaced = provider === "openai" ? ["api_key_command"] : ["api_key_command", "oauth"];
      const kept = Object.entries(current ?? {}).filter(([name]) => !replaced.includes(name));
      return { ...Object.fromEntries(kept), api_key: apiKey };
    });
  };
  const info = providerInfo(provider);
  const title = info?.title ?? provider;
  if (options.ask !== undefined) {
    const where = info?.keyPage === undefined ? "" : ` (from ${info.keyPage})`;
    const key = (await options.ask(`${title} API key${where}: `)).trim();
    if (key === "") {
      throw new ProviderError("no_credential", "no key was given; nothing changed", { provider });
    }
    await tryAndKeep(key);
    return;
  }
  await serveLoginPage({
    provider,
    title,
    keyPage: info?.keyPage,
    signal,
    accept: tryAndKeep,
    onUrl: options.onUrl ?? (() => undefined),
  });
}

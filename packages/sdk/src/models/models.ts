import {
  assertNeedsNoKey,
  findCredential,
  isProvider,
  locateCredential,
  openClient,
  PROVIDER_INFO,
  type Catalog,
  type ModelClient,
} from "@zot/providers";
import type { ModelQuery } from "./choose-model.js";

/** The models there are, and the way to each of them. */
export class Models {
  readonly catalog: Catalog;
  readonly #home: string;
  readonly #query: ModelQuery;
  /** The key and the address that were given are for the provider that the run began with. */
  #first: string | undefined;
  /** Whoever logs in has had enough of the key that was given. */
  readonly #loggedIn = new Set<string>();

  constructor(query: ModelQuery, { home, catalog }: { home: string; catalog: Catalog }) {
    this.#query = query;
    this.#home = home;
    this.catalog = catalog;
  }

  /** Throws the error of `connect` for a provider that has no key; loads nothing. */
  async check(provider: string): Promise<void> {
    if ((await findCredential(this.#place(provider))) !== undefined) return;
    assertNeedsNoKey(provider, { catalog: this.catalog, baseUrl: this.#query.baseUrl });
  }

  async connect(provider: string): Promise<ModelClient> {
    const place = this.#place(provider);
    const baseUrl = provider === this.#first ? this.#query.baseUrl : undefined;
    return openClient({ ...place, catalog: this.catalog, baseUrl });
  }

  /** The user has logged in: what is kept now counts. */
  noteLogin(provider: string): void {
    this.#loggedIn.add(provider);
  }

  /** The providers that can be used now: those with a credential, and those that need none. */
  async usableProviders(): Promise<string[]> {
    const usable: string[] = [];
    for (const provider of this.catalog.providers) {
      const place = this.#isFree(provider)
        ? undefined
        : await locateCredential(this.#place(provider));
      const hasCredential = place !== undefined && place.obstacle === undefined;
      if (this.#isFree(provider) || hasCredential) usable.push(provider);
    }
    return usable;
  }

  #place(provider: string) {
    this.#first ??= provider;
    const isMeant = provider === this.#first && !this.#loggedIn.has(provider);
    return { provider, home: this.#home, apiKey: isMeant ? this.#query.apiKey : undefined };
  }

  #isFree(provider: string): boolean {
    if (provider === this.#first && this.#query.baseUrl !== undefined) return true;
    const user = this.catalog.userProvider(provider);
    if (user?.oauth !== undefined) return false;
    if (!isProvider(provider)) return user !== undefined;
    if (provider === "offline") return true;
    return !PROVIDER_INFO[provider].needsKey || user?.base_url !== undefined;
  }
}

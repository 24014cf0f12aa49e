import {
  isProvider,
  locateCredential,
  openClient,
  PROVIDER_INFO,
  type Catalog,
  type Model,
  type ModelClient,
} from "@zot/providers";
import type { Options } from "../args/flags.js";

/** A model that can be talked to. */
export interface Connection {
  provider: string;
  model: Model;
  client: ModelClient;
}

/** Opens connections for a run with a screen, where the provider may change. */
export class Connector {
  readonly #options: Options;
  readonly #home: string;
  readonly catalog: Catalog;
  /** The flags' key and address are for the provider that the run began with. */
  #first: string | undefined;
  /** Whoever logs in has had enough of the key that a flag gave. */
  readonly #loggedIn = new Set<string>();

  constructor(options: Options, { home, catalog }: { home: string; catalog: Catalog }) {
    this.#options = options;
    this.#home = home;
    this.catalog = catalog;
  }

  async connect(provider: string, model: Model): Promise<Connection> {
    this.#first ??= provider;
    const isFirst = provider === this.#first;
    const query = { provider, home: this.#home, apiKey: this.#keyFor(provider) };
    const client = await openClient({
      ...query,
      catalog: this.catalog,
      baseUrl: isFirst ? this.#options["base-url"] : undefined,
    });
    return { provider, model, client };
  }

  /** The user has logged in: what is kept now counts. */
  noteLogin(provider: string): void {
    this.#loggedIn.add(provider);
  }

  /** The providers that can be used now: those with a credential, and those that need none. */
  async usableProviders(): Promise<string[]> {
    const usable: string[] = [];
    for (const provider of this.catalog.providers) {
      const query = { provider, home: this.#home, apiKey: this.#keyFor(provider) };
      const place = this.#isFree(provider) ? undefined : await locateCredential(query);
      const hasCredential = place !== undefined && place.obstacle === undefined;
      if (this.#isFree(provider) || hasCredential) usable.push(provider);
    }
    return usable;
  }

  #keyFor(provider: string): string | undefined {
    const isMeant = provider === this.#first && !this.#loggedIn.has(provider);
    return isMeant ? this.#options["api-key"] : undefined;
  }

  #isFree(provider: string): boolean {
    if (provider === this.#first && this.#options["base-url"] !== undefined) return true;
    const user = this.catalog.userProvider(provider);
    if (user?.oauth !== undefined) return false;
    if (!isProvider(provider)) return user !== undefined;
    if (provider === "offline") return true;
    return !PROVIDER_INFO[provider].needsKey || user?.base_url !== undefined;
  }
}

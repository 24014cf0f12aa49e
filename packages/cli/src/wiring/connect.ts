import {
  findCredential,
  openClient,
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
  /** The key in use, to be kept from extensions. */
  secret: string | undefined;
}

/** Opens connections for a run with a screen, where the provider may change. */
export class Connector {
  readonly #options: Options;
  readonly #home: string;
  readonly catalog: Catalog;
  /** The flags' key and address are for the provider that the run began with. */
  #first: string | undefined;

  constructor(options: Options, { home, catalog }: { home: string; catalog: Catalog }) {
    this.#options = options;
    this.#home = home;
    this.catalog = catalog;
  }

  async connect(provider: string, model: Model): Promise<Connection> {
    this.#first ??= provider;
    const isFirst = provider === this.#first;
    const query = {
      provider,
      home: this.#home,
      apiKey: isFirst ? this.#options["api-key"] : undefined,
    };
    const credential = await findCredential(query);
    const client = await openClient({
      ...query,
      baseUrl: isFirst ? this.#options["base-url"] : undefined,
    });
    return { provider, model, client, secret: credential?.secret };
  }

  /** The providers that can be used now: those with a key, and those that need none. */
  async usableProviders(): Promise<string[]> {
    const usable: string[] = [];
    for (const provider of this.catalog.providers) {
      const isFree = provider === "offline" || this.catalog.userProvider(provider) !== undefined;
      if (isFree || (await findCredential({ provider, home: this.#home }))) usable.push(provider);
      else if (provider === this.#first && this.#options["api-key"] !== undefined) {
        usable.push(provider);
      }
    }
    return usable;
  }
}

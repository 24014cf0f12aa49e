import {
  locateCredential,
  noCredential,
  PROVIDERS,
  type Catalog,
  type Model,
} from "@zot/providers";
import { WorkspaceError } from "../errors.js";
import type { Config } from "../settings/config.js";

/** Which model is asked for, and how to reach it. */
export interface ModelQuery {
  provider?: string | undefined;
  model?: string | undefined;
  /** A key that counts before all others. */
  apiKey?: string | undefined;
  /** Where requests go, in place of the vendor's own address. */
  baseUrl?: string | undefined;
}

/** What a session that goes on was talking to. */
export interface Remembered {
  provider: string;
  model: string;
}

export interface Choice {
  provider: string;
  model: Model;
  /** For the user, where the choice was not theirs or has a catch. */
  notes: string[];
}

/**
 * Which provider and model a run talks to: what is asked for, then the session's, then what was used last,
 * then the first provider that has a credential. Where there is none, a person at a terminal gets the offline model, and
 * a program an error. What is only remembered may come from a zot that knows more providers and models: then it is said,
 * and the next in line counts.
 * A model that was asked for by itself brings its provider along.
 */
export async function chooseModel(
  query: ModelQuery,
  context: {
    catalog: Catalog;
    config: Config;
    session: Remembered | undefined;
    home: string;
    /** Where nobody sits at a terminal: gets what explains an error that follows. */
    explain?: ((line: string) => void) | undefined;
  },
): Promise<Choice> {
  const { catalog, home } = context;
  const notes: string[] = [];
  const isElsewhere = query.baseUrl !== undefined;
  checkAddress(query.baseUrl);
  const recall = (memory: Partial<Remembered> | undefined, where: string) => {
    const { provider = "" } = memory ?? {};
    if (isElsewhere || provider === "" || catalog.providers.includes(provider)) return memory;
    notes.push(`${where} names the provider "${provider}", which this zot does not have`);
    return undefined;
  };
  const asked = query.provider;
  if (asked !== undefined && !isElsewhere && !catalog.providers.includes(asked)) {
    throw unknownProvider(asked, catalog.providers);
  }
  const session = asked === undefined ? recall(context.session, "the session") : context.session;
  const named = asked ?? (session?.provider === "" ? undefined : session?.provider);
  const config = named === undefined ? recall(context.config, "config.json") : context.config;
  const obstacles: string[] = [];
  const found = named ?? (await findProvider(config?.provider, home, query, obstacles));
  const usual = found ?? "offline";
  const provider = (await findOwner(usual, query, context)) ?? usual;
  const isStandIn =
    found === undefined &&
    provider === "offline" &&
    (query.model === undefined || catalog.findModel("offline", query.model) === undefined);
  if (isStandIn && context.explain !== undefined) {
    for (const line of [...notes, ...obstacles]) context.explain(line);
    const last = config?.provider ?? "";
    throw noCredential(last === "" ? PROVIDERS[0] : last);
  }
  if (isStandIn && query.model === undefined) {
    notes.push(
      "no key found: this is the offline model; for a real one log in, or set a key such as ANTHROPIC_API_KEY",
    );
  }
  const last = [session, config].find((memory) => memory?.provider === provider && memory.model);
  const { model, note } = findModel(query, catalog, provider, last?.model);
  return { provider, model, notes: note === undefined ? notes : [...notes, note] };
}

function findModel(
  query: ModelQuery,
  catalog: Catalog,
  provider: string,
  remembered: string | undefined,
): { model: Model; note: string | undefined } {
  const baseUrl = query.baseUrl;
  const usual = catalog.defaultModel(provider)?.id;
  const id = query.model ?? remembered ?? usual;
  if (id === undefined) {
    throw new WorkspaceError("no-default-model", `${provider} has no default model; name one`);
  }
  if (catalog.findModel(provider, id) === undefined && !takesAny(provider, query, catalog)) {
    if (query.model !== undefined || usual === undefined || usual === id) {
      throw unknownModel(provider, id, catalog);
    }
    const { model } = catalog.resolveModel({ provider, id: usual });
    const note = `${provider} has no model "${id}", which was used last; this is ${usual}`;
    return { model, note };
  }
  const { model, warning } = catalog.resolveModel({ provider, id, baseUrl });
  return { model, note: warning };
}

/** Whether a provider may have models that the catalog does not know. */
function takesAny(provider: string, query: ModelQuery, catalog: Catalog): boolean {
  return (
    query.baseUrl !== undefined ||
    provider === "ollama" ||
    catalog.userProvider(provider) !== undefined
  );
}

/** Who has the model that was asked for, where the provider was not and the usual one has no such model. */
async function findOwner(
  usual: string,
  query: ModelQuery,
  { catalog, home }: { catalog: Catalog; home: string },
): Promise<string | undefined> {
  const { model, provider: asked } = query;
  if (model === undefined || asked !== undefined || takesAny(usual, query, catalog)) {
    return undefined;
  }
  const hasModel = (provider: string) => catalog.findModel(provider, model) !== undefined;
  if (hasModel(usual)) return undefined;
  const owners = catalog.providers.filter(hasModel);
  for (const provider of owners) {
    const place = await locateCredential({ provider, home, apiKey: query.apiKey });
    if (place !== undefined && place.obstacle === undefined) return provider;
  }
  return owners[0];
}

function checkAddress(base: string | undefined): void {
  if (base === undefined || (/^https?:\/\/[^/]/.test(base) && URL.canParse(base))) return;
  const message = `the base URL "${base}" is not a web address; write it like http://127.0.0.1:8080/v1`;
  throw new WorkspaceError("bad-option", message);
}

/** The one that was used last, or else the first that has a credential. */
async function findProvider(
  last: string | undefined,
  home: string,
  query: ModelQuery,
  obstacles: string[],
): Promise<string | undefined> {
  if (query.baseUrl !== undefined) return last ?? "openai";
  const candidates = [last, ...PROVIDERS].filter((name) => name !== undefined && name !== "");
  for (const provider of candidates as string[]) {
    // These two ask for no key: only someone who used one before means it.
    if (provider === "offline" || provider === "ollama") {
      if (provider === last) return provider;
      continue;
    }
    const apiKey = query.apiKey;
    const place = await locateCredential({ provider, home, apiKey });
    if (place === undefined) continue;
    if (place.obstacle === undefined) return provider;
    if (!obstacles.includes(place.obstacle)) obstacles.push(place.obstacle);
  }
  return undefined;
}

export function unknownProvider(given: string, known: readonly string[]): WorkspaceError {
  const message = `unknown provider "${given}"; known ones: ${known.join(", ")}`;
  return new WorkspaceError("unknown-provider", message, { given, known });
}

function unknownModel(provider: string, given: string, catalog: Catalog): WorkspaceError {
  const known = catalog.listModels(provider).map((model) => model.id);
  const message = `unknown model "${given}" (provider="${provider}")`;
  return new WorkspaceError("unknown-model", message, { given, known });
}

import {
  locateCredential,
  noCredential,
  PROVIDERS,
  type Catalog,
  type Model,
} from "@zot/providers";
import type { Options } from "../args/flags.js";
import { findNearest } from "../args/nearest.js";
import type { Config } from "../config.js";
import { UsageError } from "../errors.js";

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
 * Which provider and model a run talks to: the flags, then the session's, then what was used last,
 * then the first provider that has a credential. Where there is none, a person at a terminal gets the offline model, and
 * a program an error. What is only remembered may come from a zot that knows more providers and models: then it is said,
 * and the next in line counts.
 * A model that was asked for by itself brings its provider along.
 */
export async function chooseModel(
  options: Options,
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
  const isElsewhere = options["base-url"] !== undefined;
  checkAddress(options["base-url"]);
  const recall = (memory: Partial<Remembered> | undefined, where: string) => {
    const { provider = "" } = memory ?? {};
    if (isElsewhere || provider === "" || catalog.providers.includes(provider)) return memory;
    notes.push(`${where} names the provider "${provider}", which this zot does not have`);
    return undefined;
  };
  const asked = options.provider;
  if (asked !== undefined && !isElsewhere && !catalog.providers.includes(asked)) {
    throw unknownProvider(asked, catalog.providers);
  }
  const session = asked === undefined ? recall(context.session, "the session") : context.session;
  const named = asked ?? (session?.provider === "" ? undefined : session?.provider);
  const config = named === undefined ? recall(context.config, "config.json") : context.config;
  const obstacles: string[] = [];
  const found = named ?? (await findProvider(config?.provider, home, options, obstacles));
  const usual = found ?? "offline";
  const provider = (await findOwner(usual, options, context)) ?? usual;
  const isStandIn =
    found === undefined &&
    provider === "offline" &&
    (options.model === undefined || catalog.findModel("offline", options.model) === undefined);
  if (isStandIn && context.explain !== undefined) {
    for (const line of [...notes, ...obstacles]) context.explain(line);
    const last = config?.provider ?? "";
    throw noCredential(last === "" ? PROVIDERS[0] : last);
  }
  if (isStandIn && options.model === undefined) {
    notes.push("no key found: this is the offline model. Run `zot` and use /login for a real one.");
  }
  const last = [session, config].find((memory) => memory?.provider === provider && memory.model);
  const { model, note } = findModel(options, catalog, provider, last?.model);
  return { provider, model, notes: note === undefined ? notes : [...notes, note] };
}

function findModel(
  options: Options,
  catalog: Catalog,
  provider: string,
  remembered: string | undefined,
): { model: Model; note: string | undefined } {
  const baseUrl = options["base-url"];
  const usual = catalog.defaultModel(provider)?.id;
  const id = options.model ?? remembered ?? usual;
  if (id === undefined) {
    throw new UsageError(`${provider} has no default model; name one with --model`);
  }
  if (catalog.findModel(provider, id) === undefined && !takesAny(provider, options, catalog)) {
    if (options.model !== undefined || usual === undefined || usual === id) {
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
function takesAny(provider: string, options: Options, catalog: Catalog): boolean {
  return (
    options["base-url"] !== undefined ||
    provider === "ollama" ||
    catalog.userProvider(provider) !== undefined
  );
}

/** Who has the model that was asked for, where the provider was not and the usual one has no such model. */
async function findOwner(
  usual: string,
  options: Options,
  { catalog, home }: { catalog: Catalog; home: string },
): Promise<string | undefined> {
  const { model, provider: asked } = options;
  if (model === undefined || asked !== undefined || takesAny(usual, options, catalog)) {
    return undefined;
  }
  const hasModel = (provider: string) => catalog.findModel(provider, model) !== undefined;
  if (hasModel(usual)) return undefined;
  const owners = catalog.providers.filter(hasModel);
  for (const provider of owners) {
    const place = await locateCredential({ provider, home, apiKey: options["api-key"] });
    if (place !== undefined && place.obstacle === undefined) return provider;
  }
  return owners[0];
}

function checkAddress(base: string | undefined): void {
  if (base === undefined || (/^https?:\/\/[^/]/.test(base) && URL.canParse(base))) return;
  throw new UsageError(
    `--base-url: "${base}" is not a web address; write it like http://127.0.0.1:8080/v1`,
  );
}

/** The one that was used last, or else the first that has a credential. */
async function findProvider(
  last: string | undefined,
  home: string,
  options: Options,
  obstacles: string[],
): Promise<string | undefined> {
  if (options["base-url"] !== undefined) return last ?? "openai";
  const candidates = [last, ...PROVIDERS].filter((name) => name !== undefined && name !== "");
  for (const provider of candidates as string[]) {
    // These two ask for no key: only someone who used one before means it.
    if (provider === "offline" || provider === "ollama") {
      if (provider === last) return provider;
      continue;
    }
    const apiKey = options["api-key"];
    const place = await locateCredential({ provider, home, apiKey });
    if (place === undefined) continue;
    if (place.obstacle === undefined) return provider;
    if (!obstacles.includes(place.obstacle)) obstacles.push(place.obstacle);
  }
  return undefined;
}

export function unknownProvider(name: string, known: readonly string[]): UsageError {
  const near = findNearest(name, known);
  const hint = near === undefined ? "" : `; did you mean ${near}?`;
  return new UsageError(`unknown provider "${name}"${hint} (known: ${known.join(", ")})`);
}

function unknownModel(provider: string, id: string, catalog: Catalog): UsageError {
  const near = findNearest(
    id,
    catalog.listModels(provider).map((model) => model.id),
  );
  const list = `zot --list-models --provider ${provider} lists them`;
  const hint = near === undefined ? list : `did you mean ${near}? ${list}`;
  return new UsageError(`unknown model "${id}" (provider="${provider}"); ${hint}`);
}

import { locateCredential, PROVIDERS, type Catalog, type Model } from "@zot/providers";
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
 * then the first provider that has a credential, then the offline model. What is only remembered may
 * come from a zot that knows more providers and models: then it is said, and the next in line counts.
 */
export async function chooseModel(
  options: Options,
  context: { catalog: Catalog; config: Config; session: Remembered | undefined; home: string },
): Promise<Choice> {
  const { catalog, home } = context;
  const notes: string[] = [];
  const isElsewhere = options["base-url"] !== undefined;
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
  const provider = named ?? (await findProvider(config?.provider, home, options));
  if (named === undefined && provider === "offline") {
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
  const takesAny =
    baseUrl !== undefined || provider === "ollama" || catalog.userProvider(provider) !== undefined;
  if (catalog.findModel(provider, id) === undefined && !takesAny) {
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

async function findProvider(
  last: string | undefined,
  home: string,
  options: Options,
): Promise<string> {
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
    if (place !== undefined && place.obstacle === undefined) return provider;
  }
  return "offline";
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
  const hint = near === undefined ? "" : `; did you mean ${near}?`;
  return new UsageError(
    `unknown model "${id}" (provider="${provider}")${hint} \`zot --list-models --provider ${provider}\` lists them`,
  );
}

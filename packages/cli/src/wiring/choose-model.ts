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
 * then the first provider that has a credential, then the offline model.
 */
export async function chooseModel(
  options: Options,
  context: { catalog: Catalog; config: Config; session: Remembered | undefined; home: string },
): Promise<Choice> {
  const { catalog, config, session, home } = context;
  const asked = options.provider ?? (session?.provider === "" ? undefined : session?.provider);
  const provider = asked ?? (await findProvider(config, home, options));
  const baseUrl = options["base-url"];
  if (!catalog.providers.includes(provider) && baseUrl === undefined) {
    throw unknownProvider(provider, catalog.providers);
  }
  const notes: string[] = [];
  if (asked === undefined && provider === "offline") {
    notes.push("no key found: this is the offline model. Run `zot` and use /login for a real one.");
  }
  const id =
    options.model ??
    [session, config].find((last) => last?.provider === provider && last.model)?.model ??
    catalog.defaultModel(provider)?.id;
  if (id === undefined) {
    throw new UsageError(`${provider} has no default model; name one with --model`);
  }
  const known = catalog.findModel(provider, id);
  if (
    known === undefined &&
    baseUrl === undefined &&
    catalog.userProvider(provider) === undefined
  ) {
    throw unknownModel(provider, id, catalog);
  }
  const { model, warning } = catalog.resolveModel({ provider, id, baseUrl });
  if (warning !== undefined) notes.push(warning);
  return { provider, model, notes };
}

async function findProvider(config: Config, home: string, options: Options): Promise<string> {
  if (options["base-url"] !== undefined) return config.provider ?? "openai";
  const candidates = [config.provider, ...PROVIDERS].filter((name) => name !== undefined);
  for (const provider of candidates) {
    // These two ask for no key: only someone who used one before means it.
    if (provider === "offline" || provider === "ollama") {
      if (provider === config.provider) return provider;
      continue;
    }
    const apiKey = options["api-key"];
    if (await locateCredential({ provider, home, apiKey })) return provider;
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

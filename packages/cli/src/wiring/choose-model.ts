import {
  defaultModel,
  findCredential,
  findModel,
  isProvider,
  PROVIDERS,
  type Model,
} from "@zot/providers";
import { findNearest } from "../args/nearest.js";
import type { Options } from "../args/flags.js";
import type { Config } from "../config.js";
import { UsageError } from "../errors.js";

export interface Choice {
  provider: string;
  /** What the catalog knows, or the bare id of a model that it doesn't. */
  model: Model | string;
  /** For the user, when the choice was not theirs. */
  note?: string;
}

/**
 * Which provider and model this run talks to: the flags, then what was used last, then the first
 * provider that has a credential, then the offline model.
 */
export async function chooseModel(
  options: Options,
  config: Config,
  zotHome: string,
): Promise<Choice> {
  const provider = options.provider ?? (await findProvider(config, zotHome));
  if (!isProvider(provider)) throw unknownProvider(provider);
  const remembered = config.provider === provider ? config.model : undefined;
  const id = options.model ?? remembered ?? defaultModel(provider)?.id;
  if (id === undefined)
    throw new UsageError(`${provider} has no default model; name one with --model`);
  const model = findModel(provider, id) ?? id;
  if (provider !== "offline" || options.provider === "offline") return { provider, model };
  const note = "no key found: this is the offline model. `zot` and /login connect a real one.";
  return { provider, model, note };
}

async function findProvider(config: Config, zotHome: string): Promise<string> {
  const candidates = [config.provider, ...PROVIDERS].filter(
    (name): name is string => name !== undefined && name !== "offline" && name !== "ollama",
  );
  for (const provider of candidates) {
    if (!isProvider(provider)) continue;
    if (await findCredential({ provider, home: zotHome })) return provider;
  }
  return config.provider === "ollama" ? "ollama" : "offline";
}

function unknownProvider(name: string): UsageError {
  const near = findNearest(name, PROVIDERS);
  const hint = near === undefined ? "" : `; did you mean ${near}?`;
  return new UsageError(`unknown provider "${name}"${hint} (known: ${PROVIDERS.join(", ")})`);
}

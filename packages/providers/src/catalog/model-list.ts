import { asCount, asObject, asString, isObject, type Json } from "../wire/json.js";
import type { UserModel } from "./user-models.js";

/** OpenAI lists everything it sells; these are the ones to talk to. */
const OPENAI_CHAT = /^(?:gpt-|chatgpt|o\d|codex)/;
const NOT_FOR_CHAT =
  /audio|realtime|tts|transcribe|image|embedding|moderation|search|instruct|live|robotics/;

/** Reads the list of any of the vendors; undefined if it is none. */
export function readModelList(provider: string, json: unknown): UserModel[] | undefined {
  const { data, models } = asObject(json);
  const list: unknown = data ?? models;
  if (!Array.isArray(list)) return undefined;
  return (list as unknown[])
    .filter(isObject)
    .map((entry) => readEntry(provider, entry))
    .filter((model) => model !== undefined);
}

function readEntry(provider: string, entry: Json): UserModel | undefined {
  // Google writes "models/gemini-…".
  const id = (asString(entry.id) ?? asString(entry.name))?.replace(/^models\//, "");
  if (id === undefined || id === "") return undefined;
  if (provider === "openai" && (!OPENAI_CHAT.test(id) || NOT_FOR_CHAT.test(id))) return undefined;
  if (provider === "google" && !isGeminiChat(id, entry)) return undefined;
  const name = asString(entry.display_name) ?? asString(entry.displayName);
  const window = asCount(entry.max_input_tokens ?? entry.inputTokenLimit ?? entry.context_length);
  const output = asCount(entry.outputTokenLimit ?? entry.max_tokens);
  const reasoning = entry.thinking ?? entry.supports_reasoning;
  return {
    id,
    provider,
    price: {},
    ...(name === undefined ? {} : { name }),
    ...(window === 0 ? {} : { context_window: window }),
    ...(output === 0 ? {} : { max_output: output }),
    ...(typeof reasoning === "boolean" ? { reasoning } : {}),
  };
}

function isGeminiChat(id: string, { supportedGenerationMethods: methods }: Json): boolean {
  const generates = !Array.isArray(methods) || methods.includes("generateContent");
  return id.startsWith("gemini") && generates && !NOT_FOR_CHAT.test(id);
}

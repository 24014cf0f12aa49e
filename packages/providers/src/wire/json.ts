import { ProviderError } from "../errors.js";

export type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function asObject(value: unknown): Json {
  return isObject(value) ? value : {};
}

export function asString(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function asCount(value: unknown): number {
  return typeof value === "number" && value > 0 ? value : 0;
}

/** What a text says, if it is JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One event's data. Anything but an object is not this vendor's wire. */
export function parseEvent(provider: string, data: string): object {
  const value = parseJson(data);
  if (isObject(value)) return value;
  const message = `${provider} sent an event that is not JSON; check the base URL, or try again`;
  throw new ProviderError("protocol", message, { provider, retryable: true });
}

import type { ProviderErrorCode } from "@zot/providers";

const LOGIN = "--api-key KEY, or /login in zot";

/** The ways out that only this program has: libraries don't know its flags and commands. */
const WAYS_OUT: Partial<Record<ProviderErrorCode, string>> = {
  no_credential: LOGIN,
  auth: LOGIN,
  unknown_model: "--list-models shows the known ones",
  context_overflow: "in zot: /compact, or /session new",
};

/** What a failure says, and what zot offers against it. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = error.name === "ProviderError" ? (error as { code?: unknown }).code : undefined;
  const way = WAYS_OUT[code as ProviderErrorCode];
  return way === undefined ? error.message : `${error.message} (${way})`;
}

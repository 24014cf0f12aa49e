import type { ProviderErrorCode } from "@zot/providers";

/** The ways out that only this program has: libraries don't know its flags and commands. */
type WaysOut = Partial<Record<ProviderErrorCode | "save_failed", string>>;

const LOGIN = "--api-key KEY, or /login in zot";

const FROM_OUTSIDE: WaysOut = {
  no_credential: `${LOGIN}; --provider offline answers without one`,
  auth: LOGIN,
  unknown_model: "--list-models shows the known ones",
  context_overflow: "in zot: /compact, or /session new",
  save_failed: "--no-session keeps none, ZOT_HOME names another folder",
};

const FROM_WITHIN: WaysOut = {
  no_credential: "/login",
  auth: "/login",
  unknown_model: "/model shows the known ones",
  context_overflow: "/compact, or /session new",
};

/** What a failure says, and what zot's command line offers against it. */
export function explainFailure(error: unknown): string {
  return explain(error, FROM_OUTSIDE);
}

/** The same for someone who can type slash commands right there. */
export function explainFailureWithin(error: unknown): string {
  return explain(error, FROM_WITHIN);
}

function explain(error: unknown, ways: WaysOut): string {
  if (!(error instanceof Error)) return String(error);
  const isOurs = error.name === "ProviderError" || error.name === "ZotError";
  const code = isOurs ? (error as { code?: unknown }).code : undefined;
  const way = ways[code as keyof WaysOut];
  return way === undefined ? error.message : `${error.message} (${way})`;
}

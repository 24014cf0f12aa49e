import {
  ProviderError,
  WorkspaceError,
  ZotError,
  type ProviderErrorCode,
  type WorkspaceErrorCode,
} from "@zot/sdk";
import { findNearest } from "./args/nearest.js";
import { CliError, EXIT } from "./errors.js";

/** The ways out that only this program has: libraries don't know its flags and commands. */
type WaysOut = Partial<Record<ProviderErrorCode | WorkspaceErrorCode | "save_failed", string>>;

const LOGIN = "--api-key KEY, or /login in zot";

const FROM_OUTSIDE: WaysOut = {
  no_credential: `${LOGIN}; --provider offline answers without one`,
  auth: LOGIN,
  unknown_model: "--list-models shows the known ones",
  context_overflow: "in zot: /compact, or /session new",
  "no-default-model": "--model ID",
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
  const { message } = error;
  if (error instanceof WorkspaceError && error.known.length > 0) {
    const near = findNearest(error.given, error.known);
    const hints = [
      ...(near === undefined ? [] : [`did you mean ${near}?`]),
      ...(error.code === "unknown-model" ? ["zot --list-models lists them"] : []),
    ];
    return hints.length === 0 ? message : `${message}; ${hints.join(" ")}`;
  }
  const isOurs = [ProviderError, WorkspaceError, ZotError].some((kind) => error instanceof kind);
  const way = isOurs ? ways[(error as ProviderError).code] : undefined;
  return way === undefined ? message : `${message} (${way})`;
}

/** What was asked for can't be had, as the command line says it. */
const USAGE: readonly WorkspaceErrorCode[] = [
  "bad-option",
  "no-default-model",
  "unknown-model",
  "unknown-provider",
];

export function exitCodeOf(error: unknown): number {
  if (error instanceof CliError) return error.exitCode;
  return error instanceof WorkspaceError && USAGE.includes(error.code) ? EXIT.usage : EXIT.failed;
}

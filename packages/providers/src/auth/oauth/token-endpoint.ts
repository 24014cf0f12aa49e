import { ProviderError } from "../../errors.js";
import { fetchJson } from "../../http/fetch-json.js";
import { redact, rememberSecret } from "../../redact.js";
import { asObject } from "../../wire/json.js";
import type { OAuthToken } from "../store/store.js";

const CONNECT_MS = 15_000;
const SILENCE_MS = 30_000;

/** An answer of an authorisation server that is no token. */
export class TokenRefused extends ProviderError {
  /** As in RFC 6749, 5.2, and RFC 8628, 3.5: `invalid_grant`, `authorization_pending` … */
  readonly reason: string;

  constructor(provider: string, reason: string, message: string, status: number) {
    super("auth", message, { provider, status, retryable: status >= 500 });
    this.reason = reason;
  }
}

/** Posts a form to an authorisation server; returns its JSON object. */
export async function postForm(
  provider: string,
  url: string,
  form: Record<string, string>,
  signal: AbortSignal = new AbortController().signal,
): Promise<Record<string, unknown>> {
  const { status, json } = await fetchJson(
    {
      method: "POST",
      url: new URL(url),
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
      body: new URLSearchParams(form).toString(),
    },
    { provider, signal, connectMs: CONNECT_MS, silenceMs: SILENCE_MS },
  );
  const answer = asObject(json);
  if (status === 200) return answer;
  const reason = typeof answer.error === "string" ? answer.error : `status ${status}`;
  const described = answer.error_description;
  const detail = typeof described === "string" ? `: ${described}` : "";
  const message = `the login server of ${provider} refused: ${reason}${detail}; log in again`;
  throw new TokenRefused(provider, reason, redact(message), status);
}

/** Asks for a token; what comes back is spelled as in `auth.json`. */
export async function requestToken(
  provider: string,
  url: string,
  form: Record<string, string>,
  signal?: AbortSignal,
): Promise<OAuthToken> {
  const answer = await postForm(provider, url, form, signal);
  const { access_token, refresh_token, id_token, expires_in, ...rest } = answer;
  if (typeof access_token !== "string" || access_token === "") {
    const message = `the login server of ${provider} sent no token; log in again`;
    throw new ProviderError("auth", message, { provider });
  }
  rememberSecret(access_token);
  const token: OAuthToken = { ...rest, access_token };
  if (typeof refresh_token === "string") token.refresh_token = refresh_token;
  if (typeof id_token === "string") token.id_token = id_token;
  rememberSecret(token.refresh_token);
  const seconds = Number(expires_in);
  if (seconds > 0) token.expiry = new Date(Date.now() + seconds * 1000).toISOString();
  return token;
}

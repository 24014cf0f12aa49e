import { createHash, randomBytes } from "node:crypto";
import { ProviderError } from "../../errors.js";
import { redact, rememberSecret } from "../../redact.js";
import { sendPage, startLocalServer } from "../login/local-server.js";
import type { OAuthLoginOptions } from "../login/login.js";
import { renderDone } from "../login/login-page.js";
import { keepToken } from "./oauth-store.js";
import { requestToken } from "./token-endpoint.js";

/** Sends the user to the server, waits for the way back, and trades the code for tokens. */
export async function runPkceFlow(options: OAuthLoginOptions): Promise<void> {
  const { provider, oauth, signal } = options;
  const verifier = randomBytes(48).toString("base64url");
  const state = randomBytes(24).toString("base64url");
  rememberSecret(verifier);
  const redirectPath = oauth.redirectPath ?? "/callback";
  const server = await startLocalServer(
    provider,
    { port: oauth.redirectPort ?? 0, signal },
    (request, response) => {
      // With a host in front, "//" is a path, and not the beginning of another host.
      const url = new URL(`http://127.0.0.1${request.url ?? "/"}`);
      if (request.method !== "GET" || url.pathname !== redirectPath) {
        sendPage(response, 404, renderDone("Not here", "Use the address that zot showed."));
      } else if (url.searchParams.get("state") !== state) {
        // Someone else's answer; the real one may still come.
        sendPage(response, 403, renderDone("Refused", "This is not the login that zot began."));
      } else {
        const code = url.searchParams.get("code");
        const text = code === null ? "The login was refused." : "You can close this page.";
        sendPage(response, 200, renderDone(code === null ? "Not logged in" : "Thank you", text));
        if (code !== null) server.finish(code);
        else server.fail(refused(provider, url.searchParams));
      }
      return Promise.resolve();
    },
  );
  const redirect_uri = `http://${oauth.redirectHost ?? "127.0.0.1"}:${server.port}${redirectPath}`;
  const url = new URL(oauth.authorizeUrl);
  const query = {
    response_type: "code",
    client_id: oauth.clientId,
    redirect_uri,
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...(oauth.scope === undefined ? {} : { scope: oauth.scope }),
    ...oauth.params,
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  options.onUrl(url.href);
  const code = await server.done;
  rememberSecret(code);
  const form = {
    grant_type: "authorization_code",
    code,
    redirect_uri,
    client_id: oauth.clientId,
    code_verifier: verifier,
  };
  const token = await requestToken(provider, oauth.tokenUrl, form, signal);
  await keepToken(options, oauth, token);
}

function refused(provider: string, params: URLSearchParams): ProviderError {
  const why = params.get("error_description") ?? params.get("error") ?? "no reason given";
  return new ProviderError("auth", redact(`the login at ${provider} was refused: ${why}`), {
    provider,
  });
}

import { setTimeout as delay } from "node:timers/promises";
import { aborted, ProviderError } from "../../errors.js";
import { rememberSecret } from "../../redact.js";
import { asString } from "../../wire/json.js";
import type { DeviceLoginOptions } from "../login/login.js";
import { keepToken } from "./oauth-store.js";
import { postForm, requestToken, TokenRefused } from "./token-endpoint.js";

/** RFC 8628, 3.2 and 3.5. */
const DEFAULT_INTERVAL_S = 5;
const SLOW_DOWN_S = 5;
const DEFAULT_LIFE_S = 600;

/** Asks for a code, shows it, and asks again and again whether the user has typed it. */
export async function runDeviceFlow(options: DeviceLoginOptions): Promise<void> {
  const { provider, oauth, signal } = options;
  const form = {
    client_id: oauth.clientId,
    ...(oauth.scope === undefined ? {} : { scope: oauth.scope }),
  };
  const answer = await postForm(provider, oauth.deviceUrl, form, signal);
  const device_code = asString(answer.device_code);
  const userCode = asString(answer.user_code);
  const url = asString(answer.verification_uri);
  if (device_code === undefined || userCode === undefined || url === undefined) {
    const message = `the login server of ${provider} sent no code to type; check its address`;
    throw new ProviderError("auth", message, { provider });
  }
  rememberSecret(device_code);
  options.onCode({ userCode, url, completeUrl: asString(answer.verification_uri_complete) });
  let interval = seconds(answer.interval, DEFAULT_INTERVAL_S);
  const deadline = Date.now() + seconds(answer.expires_in, DEFAULT_LIFE_S) * 1000;
  while (Date.now() < deadline) {
    await delay(interval * 1000, undefined, signal === undefined ? {} : { signal }).catch(() => {
      throw aborted(provider, "login");
    });
    try {
      const token = await requestToken(
        provider,
        oauth.tokenUrl,
        {
          grant_type: "urn:ietf:params:oauth:grant-type:device_code",
          device_code,
          client_id: oauth.clientId,
        },
        signal,
      );
      await keepToken(options, oauth, token);
      return;
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
      if (error.reason === "slow_down") interval += SLOW_DOWN_S;
      else if (error.reason !== "authorization_pending") throw error;
    }
  }
  throw new ProviderError("timeout", "the code expired before it was typed; try again", {
    provider,
  });
}

function seconds(value: unknown, otherwise: number): number {
  return typeof value === "number" && value >= 0 ? value : otherwise;
}

import type { OAuthDeviceConfig, OAuthPkceConfig } from "../oauth/oauth-config.js";

interface LoginBase {
  provider: string;
  /** The folder with `auth.json`; `$ZOT_HOME` by default. */
  home?: string | undefined;
  env?: NodeJS.ProcessEnv | undefined;
  signal?: AbortSignal | undefined;
}

export interface LoginOptions extends LoginBase {
  /** Where the key will be used, if not at the vendor's own address. */
  baseUrl?: string | undefined;
  /** Told where the page is; open it in a browser, or show it. */
  onUrl?: (url: string) => void;
  /** Asks for the key instead of serving a page; the answer should not be echoed. */
  ask?: (question: string) => Promise<string>;
}

/**
 * Logs in with an API key: through a page on this machine, or through a question. The key is tried
 * before it is kept in `auth.json`; a page lets the user try again, a question throws.
 *
 * @example
 * await login({ provider: "anthropic", onUrl: (url) => console.log(`open ${url}`) });
 */
export async function login(options: LoginOptions): Promise<void> {
  const { loginWithKey } = await import("./login-with-key.js");
  await loginWithKey(options);
}

/**
 * Forgets what `auth.json` holds for a provider.
 *
 * @example
 * await logout({ provider: "anthropic" });
 */
export async function logout(options: Pick<LoginBase, "provider" | "home" | "env">): Promise<void> {
  const [{ AuthStore }, { zotHome }] = await Promise.all([
    import("../store/store.js"),
    import("../home.js"),
  ]);
  const store = new AuthStore(options.home ?? zotHome(options.env));
  await store.update(options.provider, () => undefined);
}

/**
 * Asks for a secret in the terminal, without showing what is typed.
 *
 * @example
 * await login({ provider: "openai", ask: askInTerminal });
 */
export async function askInTerminal(question: string): Promise<string> {
  const { readSecret } = await import("../read-secret.js");
  return readSecret(question, process.stdin, process.stderr);
}

export interface OAuthLoginOptions extends LoginBase {
  oauth: OAuthPkceConfig;
  /** Told where to log in; open it in a browser. */
  onUrl: (url: string) => void;
}

/**
 * Logs in at an authorisation server with a browser (authorisation code with PKCE, RFC 7636), and
 * keeps the tokens in `auth.json`.
 *
 * @example
 * await loginWithOAuth({ provider: "my-company", oauth: { authorizeUrl, tokenUrl, clientId }, onUrl });
 */
export async function loginWithOAuth(options: OAuthLoginOptions): Promise<void> {
  const { runPkceFlow } = await import("../oauth/oauth-pkce.js");
  await runPkceFlow(options);
}

export interface DeviceLoginOptions extends LoginBase {
  oauth: OAuthDeviceConfig;
  /** Told what the user must type, and where. */
  onCode: (code: { userCode: string; url: string; completeUrl: string | undefined }) => void;
}

/**
 * Logs in with a code that the user types on another device (RFC 8628), and keeps the tokens in
 * `auth.json`.
 *
 * @example
 * await loginWithDevice({ provider: "my-company", oauth: { deviceUrl, tokenUrl, clientId }, onCode });
 */
export async function loginWithDevice(options: DeviceLoginOptions): Promise<void> {
  const { runDeviceFlow } = await import("../oauth/oauth-device.js");
  await runDeviceFlow(options);
}

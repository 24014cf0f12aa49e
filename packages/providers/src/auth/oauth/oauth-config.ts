interface OAuthConfigBase {
  tokenUrl: string;
  clientId: string;
  scope?: string;
}

/** An authorisation server for logins in a browser. */
export interface OAuthPkceConfig extends OAuthConfigBase {
  authorizeUrl: string;
  /** The port that the server knows for this client; any free one by default. */
  redirectPort?: number;
  /** What the server calls this machine: `127.0.0.1` unless it was told `localhost`. */
  redirectHost?: "127.0.0.1" | "localhost";
  redirectPath?: string;
  /** More for the authorisation request, such as `audience`. */
  params?: Record<string, string>;
}

/** An authorisation server for logins with a code. */
export interface OAuthDeviceConfig extends OAuthConfigBase {
  deviceUrl: string;
}

/** The ways to log in that a provider's server has. */
export interface OAuthConfig {
  browser?: OAuthPkceConfig;
  device?: OAuthDeviceConfig;
}

import type { OAuthConfig, OAuthPkceConfig } from "../auth/oauth/oauth-config.js";
import { asString, isObject, type Json } from "../wire/json.js";

/** Reads a provider's `oauth` in `models.json`; fields that we don't know are left alone. */
export function readOAuth(
  value: unknown,
  provider: string,
  warnings: string[],
): OAuthConfig | undefined {
  if (value === undefined) return undefined;
  const warn = (what: string) => {
    warnings.push(`models.json: the oauth of ${provider} ${what} (ignored)`);
  };
  const entry = isObject(value) ? value : {};
  const problem = isObject(value) ? findProblem(entry) : "is not an object";
  if (problem !== undefined) {
    warn(problem);
    return undefined;
  }
  const { clientId, tokenUrl, authorizeUrl, deviceUrl } = readAddresses(entry);
  const scope = asString(entry.scope);
  const shared = { tokenUrl, clientId, ...(scope === undefined ? {} : { scope }) };
  return {
    ...(authorizeUrl !== ""
      ? { browser: { ...shared, authorizeUrl, ...readRedirect(entry, warn) } }
      : {}),
    ...(deviceUrl !== "" ? { device: { ...shared, deviceUrl } } : {}),
  };
}

function readAddresses({ clientId, tokenUrl, authorizeUrl, deviceUrl }: Json) {
  return {
    clientId: asString(clientId) ?? "",
    tokenUrl: asString(tokenUrl) ?? "",
    authorizeUrl: asString(authorizeUrl) ?? "",
    deviceUrl: asString(deviceUrl) ?? "",
  };
}

function findProblem(entry: Json): string | undefined {
  const { clientId, tokenUrl, authorizeUrl, deviceUrl } = readAddresses(entry);
  if (clientId === "") return "has no clientId";
  if (tokenUrl === "") return "has no tokenUrl";
  if (authorizeUrl === "" && deviceUrl === "") return "has neither authorizeUrl nor deviceUrl";
  const unsafe = [tokenUrl, authorizeUrl, deviceUrl].find((url) => url !== "" && !isSafe(url));
  return unsafe === undefined ? undefined : `has "${unsafe}", which is no https address`;
}

type Redirect = Omit<OAuthPkceConfig, "tokenUrl" | "clientId" | "scope" | "authorizeUrl">;

function readRedirect(value: Json, warn: (what: string) => void): Redirect {
  const { redirectPort: port, redirectPath: path, redirectHost: host, params } = value;
  const isPort = typeof port === "number" && Number.isInteger(port) && port > 0 && port < 65_536;
  if (port !== undefined && !isPort) warn("has a redirectPort that is none");
  const isHost = host === "localhost" || host === "127.0.0.1";
  if (host !== undefined && !isHost) warn("has a redirectHost that is not this machine");
  const texts = Object.entries(isObject(params) ? params : {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return {
    ...(isPort ? { redirectPort: port } : {}),
    ...(isHost ? { redirectHost: host } : {}),
    ...(typeof path === "string" && path.startsWith("/") ? { redirectPath: path } : {}),
    ...(texts.length === 0 ? {} : { params: Object.fromEntries(texts) }),
  };
}

/** Codes and tokens go there: encrypted, or not off this machine. */
function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const isHere = ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
  return protocol === "https:" || (protocol === "http:" && isHere);
}

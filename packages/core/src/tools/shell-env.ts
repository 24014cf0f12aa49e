import { PROVIDER_INFO } from "@zot/providers";

const VENDOR_KEYS = new Set(
  Object.values(PROVIDER_INFO).flatMap(({ env, oauthEnv = [] }) => [...env, ...oauthEnv]),
);
const LOOKS_LIKE_A_KEY = /(^|_)API_?KEYS?$/i;
const OURS = new Set(["ZOTCORE_RPC_TOKEN"]);

/** What a command may know of our environment: all but the keys that models are paid with. */
export function withoutKeys(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !VENDOR_KEYS.has(name) && !OURS.has(name) && !LOOKS_LIKE_A_KEY.test(name),
    ),
  );
}

import type { ReasoningLevel } from "@zot/providers";
import type { Config } from "./config.js";

/** What config.json and RPC clients may call a level: vendors have three, the Go zot has more. */
export const REASONING_NAMES: ReadonlyMap<string, ReasoningLevel | undefined> = new Map([
  ["", undefined],
  ["off", undefined],
  ["minimum", "low"],
  ["minimal", "low"],
  ["low", "low"],
  ["medium", "medium"],
  ["high", "high"],
  ["xhigh", "high"],
  ["max", "high"],
  ["maximum", "high"],
]);

/** What an agent is told of the user's settings. */
export function agentSettings(config: Config, asked?: string) {
  const reasoning = REASONING_NAMES.get(asked ?? config.reasoning ?? "");
  const percent = config.auto_compact_threshold;
  const compactAt =
    typeof percent === "number" && percent >= 0 && percent <= 100 ? percent / 100 : undefined;
  return {
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(compactAt === undefined ? {} : { compactAt }),
  };
}

/** Puts the proxy of `config.json` where requests, tools and extensions look for one. */
export function applyProxy({ http_proxy }: Config, env: NodeJS.ProcessEnv): void {
  if (typeof http_proxy !== "string" || http_proxy.trim() === "") return;
  for (const name of ["HTTP_PROXY", "HTTPS_PROXY"]) {
    if (!env[name] && !env[name.toLowerCase()]) env[name] = http_proxy.trim();
  }
}

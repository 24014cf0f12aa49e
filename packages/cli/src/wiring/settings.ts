import { REASONING_LEVELS, type ReasoningLevel } from "@zot/providers";
import type { Options } from "../args/flags.js";
import type { Config } from "../config.js";

/** Levels that the Go zot has beyond ours, and the nearest of ours. */
const NEAREST = new Map<unknown, ReasoningLevel>([
  ["minimum", "low"],
  ["minimal", "low"],
  ["xhigh", "high"],
  ["max", "high"],
  ["maximum", "high"],
  ...REASONING_LEVELS.map((level) => [level, level] as const),
]);

/** What an agent is told of the user's settings. */
export function agentSettings(options: Options, config: Config) {
  const reasoning = NEAREST.get(options.reasoning ?? config.reasoning);
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

import type { DecideTrust } from "@zot/host";
import type { Options } from "../args/flags.js";

/** `--trust`, or `ZOT_TRUST=1` in the environment that zot was started with: for this run only. */
export function trustsByFlag(options: Options, env: NodeJS.ProcessEnv): boolean {
  return options.trust || env.ZOT_TRUST === "1";
}

/** The answer of that flag to every question. */
export function trustByFlag(options: Options, env: NodeJS.ProcessEnv): DecideTrust | undefined {
  return trustsByFlag(options, env) ? () => "once" : undefined;
}

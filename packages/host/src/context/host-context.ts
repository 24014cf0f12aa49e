import type { HostOptions } from "./host-options.js";
import { LIMITS, type Limits } from "./limits.js";
import { Publisher } from "./publisher.js";
import { TIMING, type Timing } from "./timing.js";

type Optional = "decideTrust" | "runTool" | "logger" | "trace";

/** The options with their defaults. */
export interface Settings
  extends
    Required<Omit<HostOptions, Optional | "discover" | "timing" | "limits">>,
    Pick<HostOptions, Optional> {
  discover: { project: boolean; global: boolean };
}

/** What all parts of one host share. */
export interface HostContext {
  readonly settings: Settings;
  readonly limits: Limits;
  readonly timing: Timing;
  readonly publisher: Publisher;
}

export function createContext({ timing, limits, ...options }: HostOptions): HostContext {
  const settings = withDefaults(options);
  return {
    settings,
    limits: { ...LIMITS, ...limits },
    timing: { ...TIMING, ...timing },
    publisher: new Publisher(settings),
  };
}

/** An option that is `undefined` counts as left out. */
function withDefaults(options: Omit<HostOptions, "timing" | "limits">): Settings {
  const given = Object.entries<unknown>(options).filter(([, value]) => value !== undefined);
  const { project = true, global = true } = options.discover ?? {};
  return {
    cwd: process.cwd(),
    provider: "",
    model: "",
    paths: [],
    builtinTools: [],
    builtinCommands: [],
    interactive: false,
    onFailure: {},
    env: process.env,
    secrets: () => [],
    frames: false,
    ...(Object.fromEntries(given) as unknown as Omit<HostOptions, "discover">),
    discover: { project, global },
  };
}

import { statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { TIMING, type ExtensionHost, type ExtensionInfo, type HostEvent } from "@zot/host";
import type { Place } from "./command.js";
import { listFolders, type Scope } from "./find-extension.js";
import { readSince } from "./log-lines.js";
import { openHost } from "./open-host.js";

/** What a doctor knows of one folder. */
export interface Examined {
  name: string;
  version: string | null;
  scope: string;
  dir: string;
  state: string;
  /** From its start to the end of its registrations; null for one that was not ready. */
  ready_ms: number | null;
  commands: string[];
  tools: string[];
  guards: string[];
  /** Lines on stdout that were no frames. */
  noise: number;
  problems: string[];
  /** Worth knowing, but nothing is wrong. */
  notes: string[];
  /** The last lines that this start added to its log. */
  log: string[];
}

const LOG_LINES = 10;
const UNSETTLED = ["found", "starting", "registering"];

/** Starts everything as zot would, waits until each has shown what it is, and stops it all. */
export async function examine(place: Place): Promise<Examined[]> {
  const host = openHost(place);
  const watch = new Watch(host);
  const logEnds = new Map<string, number>();
  try {
    const starting = host.start();
    for (const { log } of host.extensions()) {
      logEnds.set(log, statSync(log, { throwIfNoEntry: false })?.size ?? 0);
    }
    await starting;
    await watch.settled();
    // Noise and crashes often come right after the start.
    await delay(TIMING.readySilenceMs);
    const tools = host.tools();
    const commands = host.commands();
    const examined = host.extensions().map((info) => {
      const own = ({ extension }: { extension: string }) =>
        extension === info.name && info.state !== "shadowed";
      return describe(info, watch, {
        tools: tools.filter(own).map(({ name }) => name),
        commands: commands.filter(own).map(({ name }) => name),
        log: readSince(info.log, logEnds.get(info.log) ?? 0),
      });
    });
    return [...examined, ...foldersWithout(place)];
  } finally {
    await host.stop();
  }
}

function describe(
  info: ExtensionInfo,
  watch: Watch,
  parts: Pick<Examined, "tools" | "commands" | "log">,
): Examined {
  const { name, state, scope, dir, reason, noise } = info;
  const isShadowed = state === "shadowed";
  return {
    name,
    version: info.version ?? null,
    scope,
    dir,
    state,
    ready_ms: isShadowed ? null : (watch.readyAfter(name) ?? null),
    ...parts,
    log: isShadowed ? [] : parts.log.slice(-LOG_LINES),
    guards: isShadowed
      ? []
      : info.intercepts.map((event) => `${event} (on failure: ${info.onFailure})`),
    noise,
    problems: isShadowed ? [] : problemsOf(info, watch.faults(name), parts.log),
    notes: [
      ...(isShadowed ? [reason ?? ""] : []),
      ...(state === "untrusted" ? [`${reason ?? ""}; zot ext trust shows it and asks`] : []),
      ...(state === "disabled" ? ["zot ext enable starts it again"] : []),
    ],
  };
}

type Fault = Extract<HostEvent, { type: "fault" }>;

function problemsOf(
  { name, state, reason }: ExtensionInfo,
  faults: readonly Fault[],
  log: readonly string[],
): string[] {
  const told = faults
    .filter(({ code }) => code !== "untrusted" && code !== "name-taken")
    .map(({ message }) => message.replace(`extension ${name}: `, ""));
  // A fault of each kind is told once; the log has every name.
  const taken = log.flatMap(
    (line) => /^\[zot\] (.* is taken by .*); ignored$/.exec(line)?.[1] ?? [],
  );
  const problems = [...told, ...taken];
  if (problems.length > 0) return problems;
  if (["ready", "disabled", "bundle", "untrusted"].includes(state)) return [];
  return [reason ?? `it is still ${state}`];
}

/** They are ignored by zot, and that is easily missed. */
function foldersWithout(place: Place): Examined[] {
  return (["project", "global"] as const satisfies Scope[]).flatMap((scope) =>
    listFolders(place, scope)
      .filter(({ hasManifest }) => !hasManifest)
      .map(({ folder, dir }) => ({
        name: folder,
        version: null,
        scope,
        dir,
        state: "ignored",
        ready_ms: null,
        commands: [],
        tools: [],
        guards: [],
        noise: 0,
        problems: ["there is no extension.json in this folder"],
        notes: [],
        log: [],
      })),
  );
}

/** Notes when each started and was ready, and every fault. */
class Watch {
  readonly #host: ExtensionHost;
  readonly #started = new Map<string, number>();
  readonly #readyAfter = new Map<string, number>();
  readonly #faults: Fault[] = [];
  readonly #waiting = new Set<() => void>();

  constructor(host: ExtensionHost) {
    this.#host = host;
    host.subscribe((event) => {
      if (event.type === "fault") this.#faults.push(event);
      if (event.type === "state") this.#note(event.extension, event.state);
      for (const check of this.#waiting) check();
    });
  }

  readyAfter(name: string): number | undefined {
    return this.#readyAfter.get(name);
  }

  faults(name: string): Fault[] {
    return this.#faults.filter(({ extension }) => extension === name);
  }

  /** All have shown what they are, or the time in which they must say hello is over. */
  async settled(): Promise<void> {
    const over = new AbortController();
    const settled = new Promise<void>((resolve) => {
      const check = () => {
        const { length } = this.#host.extensions().filter(({ state }) => UNSETTLED.includes(state));
        if (length === 0) resolve();
      };
      this.#waiting.add(check);
      check();
    });
    const limit = TIMING.helloLimitMs + TIMING.readyLimitMs;
    const late = delay(limit, undefined, { signal: over.signal }).catch(() => undefined);
    await Promise.race([settled, late]);
    over.abort();
  }

  #note(name: string, state: string): void {
    const now = performance.now();
    if (state === "starting") this.#started.set(name, now);
    const started = this.#started.get(name);
    if (state === "ready" && started !== undefined) {
      this.#readyAfter.set(name, Math.round(now - started));
    }
  }
}

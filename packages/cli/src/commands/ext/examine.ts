import { statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import {
  TIMING,
  type ExtensionHost,
  type ExtensionInfo,
  type FaultEvent,
} from "@zot/sdk/extensions";
import { tellWaiting } from "../../modes/extension-notes.js";
import type { Place } from "./command.js";
import { listFolders, type Scope } from "./find-extension.js";
import { readSince } from "./logs/log-lines.js";
import { openHost } from "./open-host.js";
import { note } from "./show.js";

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
    const stopTelling = tellWaiting(host, note);
    await starting;
    stopTelling();
    // Noise and crashes often come right after the start.
    await delay(TIMING.readySilenceMs);
    const tools = host.tools();
    const commands = host.commands();
    const examined = host.extensions().map((info) => {
      const own = ({ extension }: { extension: string }) =>
        extension === info.name && !isAside(info);
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
  const isOut = isAside(info);
  const faults = watch.faults(name).filter((fault) => !isAboutOther(fault, dir));
  return {
    name,
    version: info.version ?? null,
    scope,
    dir,
    state,
    ready_ms: isOut ? null : (watch.readyAfter(name) ?? null),
    ...parts,
    log: isOut ? [] : parts.log.slice(-LOG_LINES),
    guards: isOut ? [] : info.intercepts.map((event) => `${event} (on failure: ${info.onFailure})`),
    noise,
    problems: isOut ? [] : problemsOf(info, faults),
    notes: [
      ...(state === "shadowed" ? [reason ?? ""] : []),
      ...(state === "untrusted" ? [`${reason ?? ""}; zot ext trust shows it and asks`] : []),
      ...(state === "disabled" ? ["zot ext enable starts it again"] : []),
      ...(isOut ? faults.flatMap(foldersInstead).map((other) => `${other} is used instead`) : []),
    ],
  };
}

/** It does not run by choice; another one of its name may. */
function isAside({ state }: ExtensionInfo): boolean {
  return state === "shadowed" || state === "disabled" || state === "untrusted";
}

/** Several may have one name: then the folder tells which of them a fault is about. */
function isAboutOther({ details }: FaultEvent, dir: string): boolean {
  return "dir" in details && details.dir !== dir;
}

function foldersInstead({ details }: FaultEvent): readonly string[] {
  return "instead" in details ? details.instead : [];
}

function problemsOf(
  { name, state, reason }: ExtensionInfo,
  faults: readonly FaultEvent[],
): string[] {
  const problems = faults
    .filter(({ code }) => code !== "untrusted")
    .map((fault) => (fault.code === "name-taken" ? describeTaken(fault) : fault.message))
    .map((message) => message.replace(`extension ${name}: `, ""));
  if (problems.length > 0) return problems;
  if (["ready", "disabled", "bundle", "untrusted"].includes(state)) return [];
  return [reason ?? `it is still ${state}`];
}

function describeTaken({ details }: Extract<FaultEvent, { code: "name-taken" }>): string {
  return `${details.kind} "${details.name}" is taken by ${details.owner}`;
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

/** One that repeats itself says nothing new, but each name that is taken is another one. */
function isNews({ count, code }: FaultEvent): boolean {
  return count === 1 || code === "name-taken";
}

/** Notes when each started and was ready, and every fault. */
class Watch {
  readonly #started = new Map<string, number>();
  readonly #readyAfter = new Map<string, number>();
  readonly #faults: FaultEvent[] = [];

  constructor(host: ExtensionHost) {
    host.subscribe((event) => {
      if (event.type === "fault" && isNews(event)) this.#faults.push(event);
      if (event.type === "state") this.#note(event.extension, event.state);
    });
  }

  readyAfter(name: string): number | undefined {
    return this.#readyAfter.get(name);
  }

  faults(name: string): FaultEvent[] {
    return this.#faults.filter(({ extension }) => extension === name);
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

import { statSync } from "node:fs";
import { join } from "node:path";
import type { ExtensionHost, ExtensionInfo, HostEvent } from "@zot/sdk/extensions";
import { readManifest } from "@zot/sdk/extensions";
import { SILENT } from "../../../modes/extension-notes.js";
import type { Place } from "../command.js";
import { followFile } from "../logs/follow-file.js";
import { LineCutter } from "../logs/log-lines.js";
import { openHost, startSoon } from "../open-host.js";

export interface SessionOptions {
  place: Place;
  dir: string;
  onEvent: (event: HostEvent) => void;
  onLogLine: (line: string) => void;
}

export type Loaded = { ok: true } | { ok: false; reason: string };

/** One extension under development, over as many reloads as it takes. */
export class DevSession {
  readonly #options: SessionOptions;
  #host: ExtensionHost | undefined;
  #name: string | undefined;
  #log: { stop: AbortController; done: Promise<void> } | undefined;
  #loading: Promise<unknown> = Promise.resolve();
  #stopped = false;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  get host(): ExtensionHost | undefined {
    return this.#host;
  }

  isReady(): boolean {
    return this.#host?.extensions().some(({ state }) => state === "ready") ?? false;
  }

  /** Starts it, or the new version next to the old one; the old one stays if the new one fails. */
  load(): Promise<Loaded> {
    const loaded = this.#loading.then(() => this.#load());
    this.#loading = loaded;
    return loaded;
  }

  /** After whatever is under way. */
  async settled(): Promise<void> {
    await this.#loading;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#host?.stop();
    await this.#loading;
    await this.#host?.stop();
    await this.#unfollow();
  }

  async #load(): Promise<Loaded> {
    if (this.#stopped) return { ok: false, reason: "it is being stopped" };
    const read = readManifest(this.#options.dir, { mayBeLinked: true });
    if (!read.ok) return { ok: false, reason: read.reason };
    const { name } = read.manifest;
    if (this.#host && name === this.#name) {
      const [report] = await this.#host.reload(name);
      return report ?? { ok: false, reason: "it is gone" };
    }
    return this.#loadAnew(name);
  }

  /** The first start, or one under another name: another host, and the old one ends when it is up. */
  async #loadAnew(name: string): Promise<Loaded> {
    const { place, dir, onEvent } = this.#options;
    const old = this.#host;
    const host = openHost(place, {
      paths: [dir],
      discover: { project: false, global: false },
      frames: true,
      interactive: true,
    });
    host.subscribe(onEvent);
    await this.#unfollow();
    this.#follow(name);
    this.#host = host;
    await startSoon(host);
    const [info] = host.extensions();
    const isUp = info !== undefined && ["ready", "bundle", "disabled"].includes(info.state);
    if (old && !isUp) {
      this.#host = old;
      await host.stop();
      return { ok: false, reason: whyNotUp(info) };
    }
    this.#name = name;
    await old?.stop();
    return isUp ? { ok: true } : { ok: false, reason: whyNotUp(info) };
  }

  #follow(name: string): void {
    const path = join(this.#options.place.zotHome, "logs", `ext-${name}.log`);
    const stop = new AbortController();
    const cutter = new LineCutter();
    const done = followFile(path, {
      from: statSync(path, { throwIfNoEntry: false })?.size ?? 0,
      signal: stop.signal,
      onBytes: (bytes) => {
        for (const line of cutter.push(bytes)) this.#options.onLogLine(line);
      },
    });
    this.#log = { stop, done };
  }

  async #unfollow(): Promise<void> {
    this.#log?.stop.abort();
    await this.#log?.done;
    this.#log = undefined;
  }
}

function whyNotUp(info: ExtensionInfo | undefined): string {
  if (info === undefined) return "it is gone";
  return info.state === "starting" ? SILENT : (info.reason ?? info.state);
}

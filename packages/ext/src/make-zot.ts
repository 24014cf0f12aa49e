import type { FromExtension } from "@zot/protocol";
import type { CalledTools } from "./called-tools.js";
import type { HostInfo } from "./host-info.js";
import type { Panels } from "./panel.js";
import type { Zot } from "./zot.js";

/** What the handles of one connection share. */
export interface ZotParts {
  send: (frame: FromExtension) => void;
  log: (...values: unknown[]) => void;
  panels: Panels;
  called: CalledTools;
  host: () => HostInfo;
}

/** The handle for one handler; `parent` is the tool call that it answers, if it does. */
export function makeZot(
  { send, log, panels, called, host }: ZotParts,
  signal: AbortSignal,
  parent?: string,
): Zot {
  return {
    signal,
    log,
    get host() {
      return host();
    },
    notify(level, message) {
      send({ type: "notify", level, message });
    },
    clearNotes() {
      send({ type: "clear_notes" });
    },
    submit(text) {
      send({ type: "submit", text });
    },
    submitSlash(text) {
      if (!text.startsWith("/")) throw new TypeError(`A slash command starts with "/": ${text}`);
      send({ type: "submit_slash", text });
    },
    async callTool(name, args = {}, options = {}) {
      const either = options.signal ? AbortSignal.any([signal, options.signal]) : signal;
      return called.call(name, args, parent, either);
    },
    openPanel(options) {
      const { capabilities } = host();
      // An older zot tells nothing of what it can do.
      if (capabilities.length > 0 && !capabilities.includes("panels")) {
        throw new Error("panels can't open in this mode: there is no user at the terminal");
      }
      return panels.open(options, signal);
    },
  };
}

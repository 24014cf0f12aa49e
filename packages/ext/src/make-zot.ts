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
  /** Whether an interceptor is at work. */
  isDeciding: () => boolean;
}

/** There is nobody to ask. */
export class NoScreenError extends Error {}

/** What a handler answers: it has it open until it is done. */
export interface Task {
  kind: "tool" | "command" | "intercept";
  id: string;
  isOpen: boolean;
  /** It has asked the user, or tried to. */
  hasAsked: boolean;
}

/** The handle for one handler; `task` is what it answers, if it does. */
export function makeZot(
  { send, log, panels, called, host, isDeciding }: ZotParts,
  signal: AbortSignal,
  task?: Task,
): Zot {
  const parentOfPanel = () => {
    if (task?.isOpen) return task.id;
    // A host takes a panel without a word for a question of the guard that it waits for.
    return isDeciding() ? "" : undefined;
  };
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
      return called.call(name, args, task?.kind === "tool" ? task.id : undefined, either);
    },
    openPanel(options) {
      if (task) task.hasAsked = true;
      const { capabilities } = host();
      // An older zot tells nothing of what it can do.
      if (capabilities.length > 0 && !capabilities.includes("panels")) {
        throw new NoScreenError("panels can't open in this mode: there is no user at the terminal");
      }
      return panels.open(options, signal, parentOfPanel());
    },
  };
}

import { format } from "node:util";
import type { Connection } from "../connection.js";
import type { Extension } from "../extension.js";
import type { Link, LinkEvents } from "./link.js";

/** Connects to an extension in this process. Lines are real lines, and each arrives in a turn of its own. */
export function linkInMemory(extension: Pick<Extension, "connect">, events: LinkEvents): Link {
  const connection: Connection = extension.connect({
    write(line) {
      queueMicrotask(() => {
        events.onLine(line.slice(0, -1));
      });
    },
    log(...values) {
      events.onLog(`${format(...values)}\n`);
    },
    end() {
      queueMicrotask(() => {
        events.onExit({ code: 0, signal: null });
      });
    },
  });
  return {
    send(line) {
      queueMicrotask(() => {
        connection.receive(line.slice(0, -1));
      });
    },
    disconnect: () => {
      connection.close();
    },
    end() {
      // The extension ends itself: there is no process to stop.
    },
  };
}

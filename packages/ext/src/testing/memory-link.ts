import { format } from "node:util";
import type { Extension } from "../extension.js";
import type { Connection, Transport } from "../transport.js";
import type { Link, LinkEvents } from "./link.js";

/** Connects to an extension in this process. Lines are real lines, and each arrives in a turn of its own. */
export function linkInMemory(extension: Pick<Extension, "connect">, events: LinkEvents): Link {
  let isLinked = true;
  const later = (work: () => void) => {
    queueMicrotask(() => {
      if (isLinked) work();
    });
  };
  const transport: Transport = {
    write(line) {
      later(() => {
        events.onLine(line.slice(0, -1));
      });
    },
    log(...values) {
      events.onLog(`${format(...values)}\n`);
    },
    end() {
      later(() => {
        events.onExit({ code: 0, signal: null });
      });
    },
  };
  let connection: Connection;
  try {
    connection = extension.connect(transport);
  } catch (error) {
    isLinked = false;
    throw error;
  }
  return {
    send(line) {
      later(() => {
        connection.receive(line.slice(0, -1));
      });
    },
    disconnect() {
      connection.close();
    },
    end() {
      // The extension ends itself: there is no process to stop.
    },
    kill() {
      isLinked = false;
    },
  };
}

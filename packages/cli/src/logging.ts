import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { redact } from "@zot/sdk";
import type { Logger as Pino } from "pino";

const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
type Level = (typeof LOG_LEVELS)[number];

/** The part of pino's interface that we and the extension host use. */
type Logger = Record<Level, (fields: object, message: string) => void>;

const ROTATE_BYTES = 5 * 1024 * 1024;

/**
 * A logger to `$ZOT_HOME/logs/zot.log`. pino is loaded with the first line that is worth writing:
 * most runs have none, and none should pay for it at start-up.
 */
export function createLogger(zotHome: string, level: Level): Logger {
  let pino: Promise<Pino> | undefined;
  const write = (at: Level) => (fields: object, message: string) => {
    if (LOG_LEVELS.indexOf(at) < LOG_LEVELS.indexOf(level)) return;
    pino ??= openPino(zotHome, level);
    void pino.then(
      (logger) => {
        logger[at](fields, message);
      },
      () => undefined, // a log that can't be written must not end the run
    );
  };
  return Object.fromEntries(LOG_LEVELS.map((each) => [each, write(each)])) as Logger;
}

async function openPino(zotHome: string, level: Level): Promise<Pino> {
  const { default: pino } = await import("pino");
  const folder = join(zotHome, "logs");
  const path = join(folder, "zot.log");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // pino's own transports are worker threads, which a bundle can't load.
  const stream = {
    write(line: string) {
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > ROTATE_BYTES) {
        renameSync(path, `${path}.1`);
      }
      appendFileSync(path, redact(line), { mode: 0o600 });
    },
  };
  return pino({ level, base: { pid: process.pid } }, stream);
}

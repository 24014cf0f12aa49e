/**
 * What the host logs through; a pino logger fits as it is.
 *
 * @example
 * new ExtensionHost({ ...options, logger: pino() });
 */
export interface HostLogger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

function ignore(): void {
  // The library itself never prints.
}

export const silentLogger: HostLogger = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
};

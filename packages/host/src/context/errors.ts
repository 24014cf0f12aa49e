/**
 * Misuse of the host's methods; faults of extensions never throw.
 *
 * @example
 * await host.reload("nobody"); // HostError: no extension "nobody"; there are: weather
 */
export class HostError extends Error {
  override readonly name = "HostError";
  readonly code: "unknown-extension" | "not-started" | "stopped";

  constructor(code: HostError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A mistake of whoever uses the host; an extension's faults never throw. */
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

export type ZotErrorCode =
  | "bad_session"
  | "closed"
  | "no_such_session"
  | "no_summary"
  | "nothing_to_compact"
  | "save_failed"
  | "session_locked";

/**
 * A failure of this package: what happened, where, and what to do next.
 *
 * @example
 * if (error instanceof ZotError && error.code === "session_locked") …
 */
export class ZotError extends Error {
  override readonly name = "ZotError";
  readonly code: ZotErrorCode;

  constructor(code: ZotErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}

/** Whether it is one of these errors of the system. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

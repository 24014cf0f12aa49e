export type WorkspaceErrorCode =
  "bad-option" | "bad-settings" | "no-default-model" | "unknown-model" | "unknown-provider";

/**
 * A workspace can't be opened as it was asked for: what is wrong, where, and what to do.
 *
 * @example
 * if (error instanceof WorkspaceError && error.code === "unknown-model") console.error(error.known);
 */
export class WorkspaceError extends Error {
  override readonly name = "WorkspaceError";
  readonly code: WorkspaceErrorCode;
  /** The name that nothing has, and those that there are. */
  readonly given: string;
  readonly known: readonly string[];

  constructor(
    code: WorkspaceErrorCode,
    message: string,
    { given = "", known = [] }: { given?: string; known?: readonly string[] } = {},
  ) {
    super(message);
    this.code = code;
    this.given = given;
    this.known = known;
  }
}

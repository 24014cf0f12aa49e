import { inspect } from "node:util";

/** What an error says, in one line for a user or a model. */
export function errorMessage(error: unknown): string {
  if (error instanceof Error) return error.message || error.name;
  if (error === undefined || error === null) return `it failed without a reason (${String(error)})`;
  return typeof error === "string" ? error : inspect(error, { breakLength: Infinity });
}

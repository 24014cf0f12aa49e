import { ToolError } from "./tool-error.js";

type Args = Record<string, unknown>;

export function requireString(args: Args, name: string): string {
  const value = args[name];
  if (typeof value !== "string") throw new ToolError(`"${name}" is required and must be a string`);
  return value;
}

/** A whole number from 1 on. Models also write numbers as strings. */
export function optionalCount(args: Args, name: string): number | undefined {
  const value = args[name];
  if (value === undefined || value === null) return undefined;
  const number = typeof value === "string" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number) || number < 1) {
    throw new ToolError(`"${name}" must be a whole number, at least 1`);
  }
  return Math.floor(number);
}

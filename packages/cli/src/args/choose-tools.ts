import type { Tool } from "@zot/sdk";
import { UsageError } from "../errors.js";
import type { Options } from "./flags.js";
import { findNearest } from "./nearest.js";

/** Which tools the flags leave. */
export function toolFilter(options: Options): (tool: Tool) => boolean {
  if (options["no-tools"]) return () => false;
  if (options.tools === undefined) return () => true;
  const wanted = new Set(namesIn(options.tools));
  return ({ name }) => wanted.has(name);
}

/** Throws if `--tools` names one that nobody has. */
export function checkTools(options: Options, tools: readonly Tool[]): void {
  if (options.tools === undefined) return;
  const known = tools.map(({ name }) => name);
  for (const name of namesIn(options.tools)) {
    if (known.includes(name)) continue;
    const near = findNearest(name, known);
    const hint = near === undefined ? `there are ${known.join(", ")}` : `did you mean ${near}?`;
    throw new UsageError(`--tools: there is no tool "${name}"; ${hint}`);
  }
}

function namesIn(csv: string): string[] {
  return csv
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

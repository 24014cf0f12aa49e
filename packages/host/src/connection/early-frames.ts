import type { FromExtension } from "@zot/protocol";
import { parseLine } from "@zot/protocol/lines";
import { isObject } from "../context/base.js";

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isName: Check = (value) => typeof value === "string" && value !== "";
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);

/** The fields of the frames that bring an extension up; `undefined` passes where it says `maybe`. */
const SHAPES: Record<string, Record<string, Check>> = {
  hello: { name: isName, version: maybe(isText), capabilities: maybe(isTexts) },
  register_command: { name: isName, description: maybe(isText) },
  register_tool: {
    name: isName,
    description: maybe(isText),
    schema: isObject,
    interactive: maybe((value) => typeof value === "boolean"),
  },
  subscribe: {
    events: maybe(isTexts),
    intercept: maybe(isTexts),
    on_failure: maybe((value) => value === "allow" || value === "deny"),
  },
  ready: {},
};

/**
 * Reads the frames of a start without the schemas, which take longer to load than a program to boot.
 * Only what is certainly good passes; everything else waits for the codec of `@zot/protocol`, and a
 * test holds the two equal.
 */
export function readEarly(text: string): FromExtension | undefined {
  const line = parseLine(text);
  if (!line.ok) return undefined;
  const shape = Object.hasOwn(SHAPES, line.type) ? SHAPES[line.type] : undefined;
  if (!shape) return undefined;
  const isGood = Object.entries(shape).every(([field, check]) => check(line.value[field]));
  return isGood ? (line.value as FromExtension) : undefined;
}

function maybe(check: Check): Check {
  return (value) => value === undefined || check(value);
}

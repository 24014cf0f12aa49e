import type { ProviderErrorCode } from "../errors.js";
import type { Usage } from "../stream-event.js";
import { isObject, type Json } from "../wire/json.js";

/** One thing that an answer does. The keys of one part happen in the order of this list. */
export interface Part {
  /** A pause, in milliseconds. */
  delay_ms?: number;
  /** A notice that the request is sent again after `delay_ms` of it. */
  retry?: { delay_ms?: number; reason?: string };
  reasoning?: string;
  text?: string;
  /** Says the text (or the reasoning) this many times, each time as one delta. */
  repeat?: number;
  /** A pause after each delta of this part, in milliseconds. */
  delta_ms?: number;
  /** The name of a tool to call, with `args`. */
  call?: string;
  args?: Json;
  usage?: Partial<Usage>;
  /** Ends the answer in an error. */
  error?: { code?: ProviderErrorCode; message?: string; retryable?: boolean };
  /** Ends the answer as if the output limit had been reached. */
  stop?: "length";
}

/** What a script file holds: one answer for each request. */
export interface Script {
  answers: Part[][];
  /** Whether it begins again after the last answer. */
  loop: boolean;
}

const KEYS: Record<keyof Required<Part>, (value: unknown) => boolean> = {
  delay_ms: isCount,
  retry: isObject,
  reasoning: isString,
  text: isString,
  repeat: isCount,
  delta_ms: isCount,
  call: isString,
  args: isObject,
  usage: isObject,
  error: isObject,
  stop: (value) => value === "length",
};

/**
 * Reads a script: JSON with a list of answers (or an object with `answers` and `loop`), or JSON
 * lines with one answer each. An answer is a part or a list of parts. Throws an Error that says
 * where the file is wrong.
 */
export function parseScript(text: string, path: string): Script {
  const file = parseFile(text, path);
  const answers = isObject(file) && "answers" in file ? file.answers : file;
  if (!Array.isArray(answers)) throw new Error(`${path} must hold a list of answers`);
  return {
    answers: (answers as unknown[]).map((answer, index) =>
      (Array.isArray(answer) ? (answer as unknown[]) : [answer]).map((part) =>
        readPart(part, `${path}, answer ${index + 1}`),
      ),
    ),
    loop: isObject(file) && file.loop === true,
  };
}

function parseFile(text: string, path: string): unknown {
  if (!path.endsWith(".jsonl")) return parseJson(text, path);
  return text
    .split("\n")
    .map((line, index) => ({ line, where: `${path}, line ${index + 1}` }))
    .filter(({ line }) => line.trim() !== "")
    .map(({ line, where }) => parseJson(line, where));
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${where}: ${(error as Error).message}`, { cause: error });
  }
}

function readPart(part: unknown, where: string): Part {
  if (!isObject(part)) throw new Error(`${where}: a part must be an object`);
  for (const [key, value] of Object.entries(part)) {
    if (!Object.hasOwn(KEYS, key)) {
      const known = Object.keys(KEYS).join(", ");
      throw new Error(`${where}: unknown key "${key}"; known ones: ${known}`);
    }
    if (!KEYS[key as keyof Part](value)) throw new Error(`${where}: "${key}" has a wrong value`);
  }
  return part;
}

function isString(value: unknown): boolean {
  return typeof value === "string";
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && value >= 0;
}

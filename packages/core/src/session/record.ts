import type { UsageTotals } from "../cost.js";
import type { JournalEntry } from "../agent/journal.js";
import { isObject, type PlainObject } from "../plain-object.js";
import type { ToolDetails } from "../tools/tool.js";
import { encodeMessage, encodeResult } from "./message-codec.js";

/** What a session file says about itself. The last `meta` record counts; unknown fields are kept. */
export interface SessionMeta {
  id: string;
  cwd: string;
  provider: string;
  model: string;
  /** RFC 3339. */
  started: string;
  version: string;
  title?: string;
  /** The id of the session that this one was forked from, and how many messages it took along. */
  parent?: string;
  fork_point?: number;
  /** The Go zot shows it in the tree of sessions only. */
  hide_from_sessions?: boolean;
  [key: string]: unknown;
}

/** Tokens as the file spells them: the names of the Go zot, which reads and writes the same files. */
interface UsageRecord {
  input_tokens: number;
  output_tokens: number;
  reasoning_tokens: number;
  reasoning_tokens_known?: true;
  cache_read_tokens: number;
  cache_write_tokens: number;
  cost_usd: number;
}

/** One line of the file, with its line feed. */
export function encodeRecord(record: PlainObject): string {
  return `${JSON.stringify(record)}\n`;
}

/** The record of what an agent did, or nothing where only `meta` changes. */
export function entryRecord(entry: Exclude<JournalEntry, { type: "model" }>): PlainObject {
  switch (entry.type) {
    case "message":
      return withDetails(
        { type: "message", message: encodeMessage(entry.message) },
        entry.details ?? {},
      );
    case "tool_result":
      return withDetails(
        { type: "tool_result", result: encodeResult(entry.result) },
        entry.details ?? {},
      );
    case "usage":
      return {
        type: "usage",
        usage: encodeUsage(entry.usage),
        cumulative: encodeUsage(entry.cumulative),
      };
    case "compaction":
      return { type: "compaction", messages: entry.messages.map(encodeMessage) };
    case "clear":
      return { type: "clear" };
  }
}

function withDetails(record: PlainObject, details: Record<string, ToolDetails>): PlainObject {
  return Object.keys(details).length === 0 ? record : { ...record, details };
}

function encodeUsage(usage: UsageTotals): UsageRecord {
  return {
    input_tokens: usage.input,
    output_tokens: usage.output,
    reasoning_tokens: usage.reasoning ?? 0,
    ...(usage.reasoning === null ? {} : { reasoning_tokens_known: true }),
    cache_read_tokens: usage.cache_read,
    cache_write_tokens: usage.cache_write,
    cost_usd: usage.cost_usd,
  };
}

export function decodeUsage(raw: unknown): UsageTotals | undefined {
  if (!isObject(raw)) return undefined;
  const number = (key: keyof UsageRecord) => {
    const value = raw[key];
    return typeof value === "number" ? value : 0;
  };
  return {
    input: number("input_tokens"),
    output: number("output_tokens"),
    cache_read: number("cache_read_tokens"),
    cache_write: number("cache_write_tokens"),
    reasoning: raw.reasoning_tokens_known === true ? number("reasoning_tokens") : null,
    cost_usd: number("cost_usd"),
  };
}

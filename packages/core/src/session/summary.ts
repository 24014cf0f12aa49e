import { readFileSync, statSync } from "node:fs";
import { isObject, parseObject, type PlainObject } from "../plain-object.js";
import { splitLines } from "./lines.js";
import { decodeMessage } from "./message-codec.js";
import { decodeUsage, type SessionMeta } from "./record.js";

/** A session at a glance. */
export interface SessionSummary {
  path: string;
  id: string;
  title: string | undefined;
  /** What the user said first. */
  firstPrompt: string | undefined;
  /** How many messages the file holds, those before a compaction included. */
  messages: number;
  provider: string;
  model: string;
  costUsd: number;
  started: string;
  /** When something was last written. */
  modified: Date;
  parent: string | undefined;
  forkPoint: number | undefined;
  /** A branch that the Go zot shows in its tree only. */
  hidden: boolean;
}

const MESSAGE = Buffer.from('{"type":"message"');
const KNOWN = Buffer.from('{"type":"');

/** Reads a file without building its transcript: of the messages only the first ones are parsed. */
export function summarize(path: string): SessionSummary {
  const bytes = readFileSync(path);
  let meta: Partial<SessionMeta> = {};
  let firstPrompt: string | undefined;
  let costUsd = 0;
  let messages = 0;
  let lastUsage: Buffer | undefined;
  for (const span of splitLines(bytes).lines) {
    const line = bytes.subarray(...span);
    const isMessage = startsWith(line, MESSAGE);
    if (isMessage) messages += 1;
    if (isMessage && firstPrompt !== undefined) continue;
    if (startsWith(line, Buffer.from('{"type":"usage"'))) {
      lastUsage = line;
      continue;
    }
    const record = parseObject(line.toString("utf8"));
    if (record === undefined) continue;
    if (!isMessage && !startsWith(line, KNOWN) && record.type === "message") messages += 1;
    if (record.type === "message") firstPrompt ??= promptOf(record);
    if (record.type === "meta" && isObject(record.meta)) meta = record.meta;
    if (record.type === "rename" && typeof record.title === "string") {
      meta = { ...meta, title: record.title };
    }
  }
  if (lastUsage !== undefined) {
    const { cumulative } = parseObject(lastUsage.toString("utf8")) ?? {};
    costUsd = decodeUsage(cumulative)?.cost_usd ?? 0;
  }
  return {
    path,
    id: meta.id ?? "",
    title: meta.title === "" ? undefined : meta.title,
    firstPrompt,
    messages,
    provider: meta.provider ?? "",
    model: meta.model ?? "",
    costUsd,
    started: meta.started ?? "",
    modified: statSync(path).mtime,
    parent: meta.parent === "" ? undefined : meta.parent,
    forkPoint: meta.fork_point,
    hidden: meta.hide_from_sessions === true,
  };
}

function promptOf(record: PlainObject): string | undefined {
  const { message } = decodeMessage(record.message);
  if (message?.role !== "user") return undefined;
  return message.content.find((block) => block.type === "text" && block.text !== "")?.type ===
    "text"
    ? message.content
        .filter((block) => block.type === "text")
        .map(({ text }) => text)
        .join("\n")
    : undefined;
}

function startsWith(line: Buffer, prefix: Buffer): boolean {
  return (
    line.length >= prefix.length && line.compare(prefix, 0, prefix.length, 0, prefix.length) === 0
  );
}

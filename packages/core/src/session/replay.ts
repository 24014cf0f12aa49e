import { isUtf8 } from "node:buffer";
import type { Message, ToolResultBlock } from "@zot/providers";
import { noUsage, type UsageTotals } from "../cost.js";
import { isObject, parseObject, type PlainObject } from "../plain-object.js";
import type { ToolDetails } from "../tools/tool.js";
import { splitLines } from "./lines.js";
import { decodeMessage, decodeResult } from "./message-codec.js";
import { pairCalls } from "./pairing.js";
import { decodeUsage, type SessionMeta } from "./record.js";

/** A line that could not be used, counted from 1. */
export interface Damage {
  line: number;
  problem: string;
}

/** All that a session file says. */
export interface SessionContent {
  meta: Partial<SessionMeta>;
  /** What goes to the model: after the last compaction, every call paired with a result. */
  messages: Message[];
  /** All that was ever said, with each compaction's summary where it was made. */
  history: Message[];
  /** The last call has no result on file: what to write before anything else. */
  unfinished: Message | undefined;
  usage: UsageTotals;
  /** Tokens of the last request: how full the window is. */
  lastUsage: UsageTotals | undefined;
  /** What a renderer may show of calls, by their id. */
  details: Map<string, ToolDetails>;
  damage: Damage[];
  /** Bytes of a torn last line, which are no part of the session. */
  cut: number;
  /** Bytes up to the torn line. */
  length: number;
  /** The last line is whole but for its line feed. */
  lacksNewline: boolean;
  /** Nothing in it is of a session: some other file, that is not ours to write to. */
  isForeign: boolean;
}

/** How each record begins that we ever wrote: a torn one begins so, too. */
const BEGINNING = '{"type":';

/** Reads a session file from start to end. Never throws: any bytes make a session. */
export function replay(bytes: Buffer): SessionContent {
  const { lines, torn, lacksNewline } = splitLines(bytes);
  const state = new Replay();
  for (const [index, line] of lines.entries()) state.take(bytes.subarray(...line), index + 1);
  const messages = pairCalls(state.messages, state.results);
  const unfinished = messages.length > state.messages.length ? messages.at(-1) : undefined;
  return {
    meta: state.meta,
    messages,
    history: pairCalls(state.history, state.results),
    unfinished:
      unfinished?.role === "tool" && state.messages.at(-1)?.role === "assistant"
        ? unfinished
        : undefined,
    usage: state.usage,
    lastUsage: state.lastUsage,
    details: state.details,
    damage: state.damage,
    cut: torn,
    length: bytes.length - torn,
    lacksNewline,
    isForeign: !state.hasRecords && (lines.length > 0 || !looksTorn(bytes)),
  };
}

/** What a crash left of the first record. A file system may have put zeros where the rest would be. */
function looksTorn(bytes: Buffer): boolean {
  const text = bytes.subarray(0, BEGINNING.length).toString("utf8");
  return BEGINNING.startsWith(text) || text.startsWith("\0");
}

class Replay {
  meta: Partial<SessionMeta> = {};
  messages: Message[] = [];
  readonly history: Message[] = [];
  /** Results of a step that was not finished. */
  readonly results = new Map<string, ToolResultBlock>();
  usage = noUsage();
  lastUsage: UsageTotals | undefined;
  readonly details = new Map<string, ToolDetails>();
  readonly damage: Damage[] = [];
  /** Whether a line was one of ours: other programs write lines with a `type`, too. */
  hasRecords = false;

  take(bytes: Buffer, line: number): void {
    const text = bytes.toString("utf8");
    if (text.trim() === "") return;
    if (!isUtf8(bytes)) this.damage.push({ line, problem: "not valid UTF-8" });
    const record = parseObject(text);
    if (typeof record?.type !== "string") {
      this.#lose(line, "not a record");
    } else {
      this.#apply(record, line);
    }
  }

  #apply(record: PlainObject, line: number): void {
    this.#takeDetails(record.details);
    switch (record.type) {
      case "meta":
        if (isObject(record.meta)) this.meta = record.meta;
        break;
      case "rename":
        if (typeof record.title === "string") this.meta = { ...this.meta, title: record.title };
        break;
      case "message":
        this.#takeMessages([record.message], line);
        break;
      case "compaction": {
        this.messages = [];
        const length = this.history.length;
        this.#takeMessages(Array.isArray(record.messages) ? record.messages : [], line);
        // What follows the summary was said before it already.
        this.history.splice(length + 1);
        break;
      }
      case "clear":
        this.messages = [];
        break;
      case "tool_result": {
        const result = decodeResult(record.result);
        if (result !== undefined) this.results.set(result.call_id, result);
        break;
      }
      case "usage":
        this.usage = decodeUsage(record.cumulative) ?? this.usage;
        this.lastUsage = decodeUsage(record.usage) ?? this.lastUsage;
        break;
      default:
        return;
    }
    this.hasRecords = true;
  }

  #takeMessages(raw: readonly unknown[], line: number): void {
    for (const item of raw) {
      const { message, problem } = decodeMessage(item);
      if (problem !== undefined) this.#lose(line, problem);
      if (message === undefined) continue;
      this.#push(message);
      if (message.role !== "tool") continue;
      for (const { call_id } of message.content) this.results.delete(call_id);
    }
  }

  #takeDetails(details: unknown): void {
    if (!isObject(details)) return;
    for (const [id, value] of Object.entries(details)) {
      if (isObject(value)) this.details.set(id, value);
    }
  }

  /** The model is told that something is missing, so that the context is not shortened silently. */
  #lose(line: number, problem: string): void {
    this.damage.push({ line, problem });
    const text = `(Line ${line} of this session's file is damaged: a message may be missing here.)`;
    this.#push({
      role: "user",
      content: [{ type: "text", text }],
      time: this.messages.at(-1)?.time ?? new Date(0).toISOString(),
    });
  }

  #push(message: Message): void {
    this.messages.push(message);
    this.history.push(message);
  }
}

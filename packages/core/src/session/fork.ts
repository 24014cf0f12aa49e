import { readFileSync } from "node:fs";
import { ZotError } from "../errors.js";
import { isObject, type PlainObject } from "../plain-object.js";
import { readRecords, writeWhole } from "./copy.js";
import { decodeMessage } from "./message-codec.js";
import { encodeRecord, type SessionMeta } from "./record.js";
import type { SessionStore } from "./store.js";

/**
 * Copies the first `at` messages of a file, counted over all that it holds, with the compactions and
 * costs among them. Calls take their results along.
 */
export function forkSession(store: SessionStore, path: string, at?: number): string {
  const records = readRecords(readFileSync(path));
  const total = records.filter(({ record }) => record.type === "message").length;
  if (total === 0) throw new ZotError("bad_session", `${path} has no messages to fork from`);
  const wanted = Math.max(0, Math.min(at ?? total, total));
  const { kept, count } = take(records, wanted, total);
  const parent = lastMeta(records);
  const meta: SessionMeta = {
    ...store.newMeta({ provider: parent.provider ?? "", model: parent.model ?? "" }),
    ...(parent.id === undefined ? {} : { parent: parent.id }),
    fork_point: count,
  };
  const target = store.newPath(meta);
  const head = encodeRecord({ type: "meta", meta });
  writeWhole(target, head + kept.join(""), { replace: false });
  return target;
}

function take(
  records: readonly { record: PlainObject; line: string }[],
  wanted: number,
  total: number,
): { kept: string[]; count: number } {
  const kept: string[] = [];
  let count = 0;
  let openCalls = false;
  for (const { record, line } of records) {
    const isMessage = record.type === "message";
    const message = isMessage ? decodeMessage(record.message).message : undefined;
    const finishes = openCalls && (message?.role === "tool" || record.type === "tool_result");
    // A fork of the whole takes what follows the last message too: a compaction, say.
    if (count >= wanted && wanted < total && !finishes) break;
    if (isMessage) {
      count += 1;
      openCalls =
        message?.role === "assistant" && message.content.some(({ type }) => type === "tool_call");
    }
    if (record.type !== "meta" && record.type !== "rename") kept.push(line);
  }
  return { kept, count };
}

function lastMeta(records: readonly { record: PlainObject }[]): Partial<SessionMeta> {
  const last = records.findLast(({ record }) => record.type === "meta")?.record.meta;
  return isObject(last) ? last : {};
}

import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ZotError } from "../errors.js";
import { isObject } from "../plain-object.js";
import { readRecords, writeWhole } from "./copy.js";
import { encodeRecord, type SessionMeta } from "./record.js";
import { fileStamp, type SessionStore } from "./store.js";
import { summarize } from "./summary.js";

const EXTENSION = ".zotsession";

/** Copies a session for others: all records as they are, but the directory's name left out. */
export function exportSession(path: string, destination: string): string {
  const records = readRecords(readFileSync(path));
  if (!records.some(({ record }) => record.type === "meta")) {
    throw new ZotError("bad_session", `${path} is not a session: it has no meta record`);
  }
  const text = records
    .map(({ record, line }) =>
      record.type === "meta" && isObject(record.meta)
        ? encodeRecord({ ...record, meta: { ...record.meta, cwd: "" } })
        : line,
    )
    .join("");
  const target = resolveDestination(path, destination, EXTENSION);
  writeWhole(target, text, { replace: true });
  return target;
}

/** Takes a file in under a new id, as a session of the store's directory. */
export function importSession(store: SessionStore, file: string): string {
  const records = readRecords(readFileSync(file));
  const first = records[0]?.record;
  if (first?.type !== "meta" || !isObject(first.meta)) {
    throw new ZotError(
      "bad_session",
      `${file} is not a zot session: its first line is no meta record`,
    );
  }
  const last = records.findLast(({ record }) => record.type === "meta")?.record.meta;
  const { provider, model, title } = (last ?? first.meta) as Partial<SessionMeta>;
  const meta: SessionMeta = {
    ...store.newMeta({ provider: provider ?? "", model: model ?? "" }),
    ...(typeof title === "string" && title !== "" ? { title } : {}),
  };
  const rest = records.filter(({ record }) => record.type !== "meta").map(({ line }) => line);
  const target = store.newPath(meta);
  writeWhole(target, encodeRecord({ type: "meta", meta }) + rest.join(""), { replace: false });
  return target;
}

/** A folder gets a file with a telling name; a file gets the extension if it lacks it. */
export function resolveDestination(path: string, destination: string, extension: string): string {
  if (statSync(destination, { throwIfNoEntry: false })?.isDirectory() === true) {
    const { started, id, title, firstPrompt } = summarize(path);
    const parts = [fileStamp(started), id.slice(0, 8), slug(title ?? firstPrompt ?? "")];
    return join(destination, parts.filter((part) => part !== "").join("-") + extension);
  }
  return destination.toLowerCase().endsWith(extension) ? destination : destination + extension;
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, "");
}

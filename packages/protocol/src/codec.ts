import type { FromExtension } from "./from-extension.js";
import type { FromHost } from "./from-host.js";
import { findNearest } from "./nearest.js";
import { parseLine } from "./parse-line.js";
import { Fault } from "./readers/fault.js";
import { fromExtension, fromHost, fromRpcClient, fromRpcServer } from "./readers/generated.js";
import type { Reader } from "./readers/read.js";
import { isExact } from "./readers/rules.js";
import type { FromRpcClient } from "./rpc/commands.js";
import type { FromRpcServer } from "./rpc/events.js";

/**
 * Why a line is not a frame. `type` and `id` are there whenever the line told them, so that a waiting
 * call can be settled.
 */
export interface FrameProblem {
  /**
   * `not-json`, `not-object`, `hostile`: not a line of this protocol at all. `no-type`: an object
   * without a `type`. `unknown-type`: to be ignored, it may come from a newer peer. `invalid`: a
   * known type whose fields are wrong.
   */
  kind: "not-json" | "not-object" | "no-type" | "hostile" | "unknown-type" | "invalid";
  /** What is wrong, in words for a log. */
  message: string;
  type?: string;
  /** For an unknown type: the known one that it is most likely a misspelling of. */
  nearest?: string;
  id?: string | number;
  /** The object itself, where there is one: an unknown frame can still be shown or passed on. */
  value?: Record<string, unknown>;
}

/** A frame, or why there is none. */
export type Decoded<Frame> = { ok: true; frame: Frame } | { ok: false; problem: FrameProblem };

/**
 * Reads a line that an extension sent. Never throws.
 *
 * @example
 * decodeFromExtension('{"type":"ready"}'); // { ok: true, frame: { type: "ready" } }
 * decodeFromExtension('{"type":"submit"}'); // { ok: false, problem: { message: "bad submit frame: text: is missing", … } }
 */
export const decodeFromExtension = decoder<FromExtension>(fromExtension, "frame", "frame type");

/**
 * Reads a line that the host sent. Never throws.
 *
 * @example
 * decodeFromHost('{"type":"shutdown"}'); // { ok: true, frame: { type: "shutdown" } }
 */
export const decodeFromHost = decoder<FromHost>(fromHost, "frame", "frame type");

/**
 * Reads a line that an RPC client sent. Never throws. `toRpcRefusal` makes the answer to a bad one.
 *
 * @example
 * decodeFromRpcClient('{"id":1,"type":"ping"}'); // { ok: true, frame: { id: 1, type: "ping" } }
 */
export const decodeFromRpcClient = decoder<FromRpcClient>(fromRpcClient, "command");

/**
 * Reads a line that `zot rpc` or `zot --json` sent. Never throws.
 *
 * @example
 * decodeFromRpcServer('{"type":"done"}'); // { ok: true, frame: { type: "done" } }
 */
export const decodeFromRpcServer = decoder<FromRpcServer>(fromRpcServer, "event");

function decoder<Frame>(
  makeReaders: () => Record<string, Reader>,
  noun: string,
  kind = noun,
): (text: string) => Decoded<Frame> {
  let made: Map<string, Reader> | undefined;
  return (text) => {
    const line = parseLine(text);
    if (!line.ok) {
      return refuse(line.kind, line.message, line.value ? tell(line.value) : (line.about ?? {}));
    }
    const { type, value } = line;
    const readers = (made ??= new Map(Object.entries(makeReaders())));
    const read = readers.get(type);
    if (!read) {
      const message = `unknown ${kind} ${JSON.stringify(shorten(type))}`;
      const nearest = findNearest(type, readers.keys());
      const meant = nearest === undefined ? {} : { nearest };
      return refuse("unknown-type", message, { type, ...meant, ...tell(value) });
    }
    const frame = read(value);
    if (!(frame instanceof Fault)) return { ok: true, frame: frame as Frame };
    return refuse("invalid", `bad ${type} ${noun}: ${String(frame)}`, { type, ...tell(value) });
  };
}

function refuse(kind: FrameProblem["kind"], message: string, told: Partial<FrameProblem>) {
  return { ok: false as const, problem: { kind, message, ...told } };
}

function tell(value: Record<string, unknown>): Partial<FrameProblem> {
  const { id } = value;
  if (typeof id === "string" || (typeof id === "number" && isExact(id))) return { value, id };
  return { value };
}

/** A peer may call its frame anything, in eight megabytes. */
function shorten(type: string): string {
  return type.length > 80 ? `${type.slice(0, 80)}…` : type;
}

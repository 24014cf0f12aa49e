import * as z from "zod";
import { fromExtension, type FromExtension } from "./from-extension.js";
import { fromHost, type FromHost } from "./from-host.js";
import { parseLine } from "./parse-line.js";
import { fromRpcClient, type FromRpcClient } from "./rpc/commands.js";
import { fromRpcServer, type FromRpcServer } from "./rpc/events.js";

/** Why a line is not a frame. `type` and `id` are there whenever the line told them, so that a waiting call can be settled. */
export interface FrameProblem {
  kind: "not-json" | "not-object" | "no-type" | "hostile" | "unknown-type" | "invalid";
  /** What is wrong, in words for a log. */
  message: string;
  type?: string;
  id?: string | number;
  /** The object itself, where there is one: an unknown frame can still be shown or passed on. */
  value?: Record<string, unknown>;
}

export type Decoded<Frame> = { ok: true; frame: Frame } | { ok: false; problem: FrameProblem };

/** Reads a line that an extension sent. Never throws. */
export const decodeFromExtension = decoder<FromExtension>(fromExtension);

/** Reads a line that the host sent. Never throws. */
export const decodeFromHost = decoder<FromHost>(fromHost);

/** Reads a line that an RPC client sent. Never throws. */
export const decodeFromRpcClient = decoder<FromRpcClient>(fromRpcClient);

/** Reads a line that `zot rpc` or `zot --json` sent. Never throws. */
export const decodeFromRpcServer = decoder<FromRpcServer>(fromRpcServer);

interface FrameUnion<Frame> extends z.ZodType<Frame> {
  options: readonly { shape: Record<string, unknown> }[];
}

function decoder<Frame>(schema: z.ZodType<Frame>): (text: string) => Decoded<Frame> {
  const known = new Set(
    (schema as FrameUnion<Frame>).options.flatMap(({ shape }) => [
      ...(shape.type as z.ZodLiteral<string>).values,
    ]),
  );
  return (text) => {
    const line = parseLine(text);
    if (!line.ok) return { ok: false, problem: { kind: line.kind, message: line.message } };
    const { type, value } = line;
    const read = schema.safeParse(value);
    if (read.success) return { ok: true, frame: read.data };
    const told = tellAbout(type, value);
    if (!known.has(type)) {
      const message = `unknown frame type ${JSON.stringify(type)}`;
      return { ok: false, problem: { kind: "unknown-type", message, ...told } };
    }
    // Programs in the field write `"error": null` for "none": a null field is an absent one.
    const again = schema.safeParse(withoutNulls(value));
    if (again.success) return { ok: true, frame: again.data };
    const message = `bad ${type} frame: ${describeIssues(again.error)}`;
    return { ok: false, problem: { kind: "invalid", message, ...told } };
  };
}

function tellAbout(type: string, value: Record<string, unknown>) {
  const { id } = value;
  return { type, value, ...(typeof id === "string" || typeof id === "number" ? { id } : {}) };
}

function withoutNulls(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
}

/** Zod's findings as one line: `content.0.type: expected string, got a number`. */
export function describeIssues(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message))
    .join("; ");
}

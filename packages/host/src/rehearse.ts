import type { FromExtension } from "@zot/protocol";
import { encodeFrame, LineSplitter } from "@zot/protocol/lines";
import { readEarly } from "./early-frames.js";

const GREETING: FromExtension[] = [
  { type: "hello", name: "rehearsal", version: "", capabilities: [] },
  { type: "register_tool", name: "rehearsal", schema: {} },
  { type: "register_command", name: "rehearsal" },
  { type: "subscribe", events: [], intercept: [] },
  { type: "ready" },
];

/**
 * Reads a greeting that nobody sent. V8 compiles a function when it is first called: for the functions between
 * the first bytes of a child and `ready` that takes a millisecond, which is free while the program boots.
 */
export function rehearse(): void {
  const lines = GREETING.map((frame) => encodeFrame(frame)).join("");
  for (const line of new LineSplitter().push(Buffer.from(lines))) if (line.ok) readEarly(line.text);
}

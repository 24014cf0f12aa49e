import { MAX_LINE_BYTES } from "@zot/protocol/lines";

/** Every limit of the host that is not a time. */
export interface Limits {
  lineBytes: number;
  /** Bytes that may wait for an extension that does not read; past it, it is stopped. */
  outboundBytes: number;
  /** Events are dropped from here on, so that calls still fit. */
  outboundEventBytes: number;
  /** A log is rotated at this size; one older file is kept. */
  logBytes: number;
  /** Text of a tool result that is passed on; the whole goes to a file. */
  resultBytes: number;
  /** A result longer than a line may still be, on its way to a file. */
  spillBytes: number;
  crashes: number;
  /** Extensions that are between spawn and hello at one time. */
  spawns: number;
  notesPerSecond: number;
  noteCharacters: number;
  submitsPerSecond: number;
  panelsPerExtension: number;
  panelLines: number;
  /** Longer lines are cut: a panel is redrawn for every frame. */
  panelLineCharacters: number;
  /** `call_tool` requests of one extension that run at one time. */
  hostToolCalls: number;
  hostToolCallsPerSecond: number;
  /** How deep tools may call tools. */
  callDepth: number;
  /** Tools, and commands, that one extension may register. */
  registrations: number;
}

/** The bounds of the protocol, and ours. */
export const LIMITS: Limits = {
  lineBytes: MAX_LINE_BYTES,
  outboundBytes: 8 * 1024 * 1024,
  outboundEventBytes: 4 * 1024 * 1024,
  logBytes: 4 * 1024 * 1024,
  resultBytes: 256 * 1024,
  spillBytes: 128 * 1024 * 1024,
  crashes: 5,
  spawns: 8,
  notesPerSecond: 10,
  noteCharacters: 4_000,
  submitsPerSecond: 5,
  panelsPerExtension: 8,
  panelLines: 2_000,
  panelLineCharacters: 4_000,
  hostToolCalls: 16,
  hostToolCallsPerSecond: 20,
  callDepth: 8,
  registrations: 256,
};

import type { FrameProblem } from "@zot/protocol";
import type { Line } from "@zot/protocol/lines";
import type { Fault } from "../context/faults.js";

/** Something on stdout that is not a usable frame. */
export interface StreamProblem {
  /** What is counted together in the log. */
  kind: string;
  /** For the log; one that is fatal is logged by its fault. */
  logLine: string;
  fault?: Fault;
  /** The extension can't go on. */
  isFatal?: boolean;
}

const MALFORMED = "malformed json from extension:";

export function readBadLine({ problem, bytes }: Extract<Line, { ok: false }>): StreamProblem {
  switch (problem) {
    case "too-long": {
      const fault = { code: "line-too-long", details: { bytes } } as const;
      return { kind: "line too long", logLine: "", fault, isFatal: true };
    }
    case "invalid-utf8": {
      const logLine = `${MALFORMED} a line of ${bytes} bytes is not UTF-8`;
      const fault = { code: "bad-bytes", details: { bytes } } as const;
      return { kind: "bytes that are not UTF-8", logLine, fault };
    }
    case "unfinished": {
      const logLine = `${MALFORMED} ${bytes} bytes without a newline at the end`;
      return { kind: "unfinished line", logLine };
    }
  }
}

export function readBadFrame(
  text: string,
  { kind, message, nearest }: FrameProblem,
): StreamProblem {
  switch (kind) {
    case "unknown-type": {
      if (nearest === undefined) return { kind: message, logLine: message };
      return badFrame(message, `${message}; did you mean ${nearest}?`);
    }
    case "invalid":
      return badFrame("bad frames", message);
    case "hostile": {
      const fault = { code: "bad-frame", details: { problem: message, hostile: true } } as const;
      return { kind: "hostile frames", logLine: `${MALFORMED} ${message}`, fault };
    }
    default: {
      const fault = { code: "stdout-noise", details: { line: text } } as const;
      return { kind: "stdout noise", logLine: `${MALFORMED} ${text}`, fault };
    }
  }
}

export function badFrame(kind: string, problem: string): StreamProblem {
  return { kind, logLine: problem, fault: { code: "bad-frame", details: { problem } } };
}

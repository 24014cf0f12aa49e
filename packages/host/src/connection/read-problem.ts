import type { FrameProblem } from "@zot/protocol";
import type { Line } from "@zot/protocol/lines";
import type { Fault } from "../context/faults.js";

/** Something on stdout that is not a usable frame. */
export interface StreamProblem {
  /** What is counted together in the log. */
  kind: string;
  /** For the log; one that is fatal is logged by its fault. */
  words: string;
  fault?: Fault;
  /** The extension can't go on. */
  isFatal?: boolean;
}

const MALFORMED = "malformed json from extension:";

export function readBadLine({ problem, bytes }: Extract<Line, { ok: false }>): StreamProblem {
  switch (problem) {
    case "too-long": {
      const fault = { code: "line-too-long", details: { bytes } } as const;
      return { kind: "line too long", words: "", fault, isFatal: true };
    }
    case "invalid-utf8": {
      const words = `${MALFORMED} a line of ${bytes} bytes is not UTF-8`;
      const fault = { code: "bad-bytes", details: { bytes } } as const;
      return { kind: "bytes that are not UTF-8", words, fault };
    }
    case "unfinished": {
      const words = `${MALFORMED} ${bytes} bytes without a newline at the end`;
      return { kind: "unfinished line", words };
    }
  }
}

export function readBadFrame(
  text: string,
  { kind, message, nearest }: FrameProblem,
): StreamProblem {
  switch (kind) {
    case "unknown-type": {
      if (nearest === undefined) return { kind: message, words: message };
      return badFrame(message, `${message}; did you mean ${nearest}?`);
    }
    case "invalid":
      return badFrame("bad frames", message);
    case "hostile": {
      const fault = { code: "bad-frame", details: { problem: message, hostile: true } } as const;
      return { kind: "hostile frames", words: `${MALFORMED} ${message}`, fault };
    }
    default: {
      const fault = { code: "stdout-noise", details: { line: text } } as const;
      return { kind: "stdout noise", words: `${MALFORMED} ${text}`, fault };
    }
  }
}

export function badFrame(kind: string, problem: string): StreamProblem {
  return { kind, words: problem, fault: { code: "bad-frame", details: { problem } } };
}

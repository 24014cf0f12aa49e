import type { FrameProblem } from "@zot/protocol";
import type { Line } from "@zot/protocol/lines";
import type { FaultCode } from "../context/host-events.js";

/** Something on stdout that is no frame: words for its log, and what the user is told, if anything. */
export interface StreamProblem {
  kind: string;
  words: string;
  message: string;
  fault?: FaultCode;
  /** The extension can't go on. */
  condemns?: FaultCode;
}

type BadLine = Extract<Line, { ok: false }> | (FrameProblem & { text: string });

export function readProblem(line: BadLine, name: string): StreamProblem {
  return "problem" in line ? readBytes(line, name) : readFrame(line, name);
}

function readBytes(line: Extract<Line, { ok: false }>, name: string): StreamProblem {
  const size = `${line.bytes} bytes`;
  switch (line.problem) {
    case "too-long": {
      const message = `extension ${name} was stopped: it sent a line longer than the limit (${size} without a newline)`;
      return { kind: "line too long", words: message, message, condemns: "line-too-long" };
    }
    case "invalid-utf8": {
      const words = `malformed json from extension: a line of ${size} is not UTF-8`;
      const message = `extension ${name} sent a line that is not UTF-8; it was dropped`;
      return { kind: "bytes that are not UTF-8", words, message, fault: "bad-bytes" };
    }
    case "unfinished": {
      const words = `malformed json from extension: ${size} without a newline at the end`;
      return { kind: "unfinished line", words, message: words };
    }
  }
}

function readFrame(problem: FrameProblem & { text: string }, name: string) {
  const { kind, message, text } = problem;
  switch (kind) {
    case "unknown-type": {
      if (problem.nearest === undefined) return { kind: message, words: message, message };
      const hint = `${message}; did you mean ${problem.nearest}?`;
      const told = `extension ${name}: ${hint}`;
      return { kind: message, words: hint, message: told, fault: "bad-frame" } as const;
    }
    case "invalid":
      return {
        kind: "bad frames",
        words: message,
        message: `extension ${name}: ${message}`,
        fault: "bad-frame",
      } as const;
    case "hostile":
      return {
        kind: "hostile frames",
        words: `malformed json from extension: ${message}`,
        message: `extension ${name} sent a frame that was refused: ${message}`,
        fault: "bad-frame",
      } as const;
    default:
      return {
        kind: "stdout noise",
        words: `malformed json from extension: ${text}`,
        message: `extension ${name} prints to stdout, which carries the protocol; print to stderr instead (console.error, or file=sys.stderr in Python)`,
        fault: "stdout-noise",
      } as const;
  }
}

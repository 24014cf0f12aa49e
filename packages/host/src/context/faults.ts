import type { InterceptName } from "@zot/protocol";

/** An extension does not run; `instead` are the folders of those that have its name now. */
interface Refusal {
  dir: string;
  reason: string;
  instead: readonly string[];
}

/** What is known of each kind of fault, besides the extension that has it. */
export interface FaultDetails {
  load: Refusal;
  unavailable: Refusal;
  untrusted: Refusal;
  "log-unwritable": { reason: string };
  "hello-timeout": { limitMs: number };
  "protocol-version": { asked: unknown; supported: number };
  "before-hello": { frame: string };
  /** `crashes` are those within the time that counts towards the limit. */
  crashed: { reason: string; crashes: number };
  /** `limitMs`: the time for a start ran out before the number of crashes. */
  "crash-loop": { reason: string; crashes: number; limitMs?: number };
  "line-too-long": { bytes: number };
  "stdout-noise": { line: string };
  "bad-bytes": { bytes: number };
  /** `hostile`: refused for its keys or its depth, whatever it says. */
  "bad-frame": { problem: string; hostile?: boolean };
  "stdin-full": object;
  "events-dropped": object;
  "notes-dropped": { perSecond: number };
  "name-taken": { kind: "tool" | "command"; name: string; owner: string };
  "intercept-failed": {
    event: InterceptName;
    problem: string;
    decision: "allow" | "deny";
    why: string;
  };
  "reload-failed": { reason: string };
}

/** What can go wrong with an extension, by name. */
export type FaultCode = keyof FaultDetails;

/** A fault as data: each code has its own details. */
export type Fault = {
  [Code in FaultCode]: { code: Code; details: FaultDetails[Code] };
}[FaultCode];

/** The fault in one sentence for the user: it names the extension and what happened. */
export function describeFault(extension: string, { code, details }: Fault): string {
  const subject = `extension ${extension}`;
  switch (code) {
    case "load":
      return `extension load: ${details.dir}: ${details.reason}${describeInstead(details)}`;
    case "unavailable":
    case "untrusted":
      return `${subject}: ${code}: ${details.reason}${describeInstead(details)}`;
    case "log-unwritable":
      return `${subject}: its log can't be written: ${details.reason}`;
    case "hello-timeout":
      return `${subject} did not say hello within ${details.limitMs / 1000} s; does it flush what it writes to stdout?`;
    case "protocol-version":
      return `${subject} speaks protocol version ${JSON.stringify(details.asked)}, this zot speaks ${details.supported}`;
    case "before-hello":
      return `${subject} sent frame "${details.frame}" before hello; ignored`;
    case "crashed":
      return `${subject} crashed: ${details.reason}; restarting`;
    case "crash-loop":
      return `${subject} ${describeCrashes(details)}; /reload-ext ${extension} starts it again`;
    case "line-too-long":
      return `${subject} was stopped: it sent a line longer than the limit (${details.bytes} bytes without a newline)`;
    case "stdout-noise":
      return `${subject} prints to stdout, which carries the protocol; print to stderr instead (console.error, or file=sys.stderr in Python)`;
    case "bad-bytes":
      return `${subject} sent a line that is not UTF-8; it was dropped`;
    case "bad-frame":
      return `${subject}${details.hostile ? " sent a frame that was refused" : ""}: ${details.problem}`;
    case "stdin-full":
      return `${subject} was stopped: it does not read its stdin`;
    case "events-dropped":
      return `${subject} does not read its stdin: events are dropped`;
    case "notes-dropped":
      return `${subject} sends more than ${details.perSecond} notes in a second; dropped`;
    case "name-taken":
      return `${subject}: its ${describeTakenName(details)}; ignored`;
    case "intercept-failed": {
      const effect = details.decision === "deny" ? "refused" : "allowed";
      return `${subject}: its ${details.event} interceptor ${details.problem}; ${effect}, because ${details.why}`;
    }
    case "reload-failed":
      return `${subject} was not reloaded: ${details.reason}`;
  }
}

/** For after the extension's name. */
export function describeCrashes({ reason, crashes, limitMs }: FaultDetails["crash-loop"]): string {
  const times = crashes === 1 ? "crashed" : `crashed ${crashes} times`;
  const limit =
    limitMs === undefined ? "" : ` in the ${limitMs / 1000} s that it may take to start,`;
  return `${times}${limit} and was stopped: ${reason}`;
}

export function describeTakenName({ kind, name, owner }: FaultDetails["name-taken"]): string {
  return `${kind} "${name}" is taken by ${owner}`;
}

function describeInstead({ instead }: Refusal): string {
  return instead.map((dir) => `; ${dir} is used instead`).join("");
}

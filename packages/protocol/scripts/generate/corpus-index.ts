import { listFiles, readCases, type Case } from "../corpus.js";
import { judge } from "../wire.js";

/** A list of all cases, with what a reader should make of those that are not read as they stand. */
export function corpusIndex() {
  return {
    version: 1,
    cases: readCases().map(entry),
    lines: listFiles().filter((file) => file.startsWith("lines/")),
    sessions: listFiles().filter((file) => file.startsWith("sessions/")),
  };
}

function entry({ file, group, type, verdict, value }: Case) {
  const head = { file, group, type, verdict };
  const judged = judge(group, type, JSON.stringify(value));
  if (!judged.ok) return { ...head, problem: { kind: judged.kind, message: judged.message } };
  return verdict === "valid" ? head : { ...head, reads_as: judged.value };
}

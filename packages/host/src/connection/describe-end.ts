import { readFileSync } from "node:fs";
import type { Ended } from "./process/child-link.js";

/** A trace's error and place fit; a dump that came last does not. */
const LONGEST_ERROR = 500;

/** Why a process is gone, in words for the user. */
export function describeEnd(ended: Ended, lastError: string): string {
  if (ended.spawnError) return describeSpawnError(ended.spawnError);
  const output = lastError === "" ? "" : `; stderr: ${shorten(lastError)}`;
  if (ended.closed) return `it closed its ${ended.closed} and lived on${output}`;
  const how = ended.signal === null ? `exit code ${ended.code}` : `killed by ${ended.signal}`;
  const hint =
    ended.code === 0 ? ": it must go on until its stdin ends" : suggestInstall(lastError);
  return `${how}${hint}${output}`;
}

function shorten(output: string): string {
  return output.length > LONGEST_ERROR ? `${output.slice(0, LONGEST_ERROR)}…` : output;
}

/** A folder that was copied or cloned has lost the packages that its program imports. */
function suggestInstall(lastError: string): string {
  const name = /Cannot find package '(@?[\w./-]{1,214})' imported/.exec(lastError)?.[1];
  if (name === undefined) return "";
  if (name === "@zot/ext") return `: it lacks ${name}, which zot ext install adds`;
  return `: it lacks ${name}, which npm install in its folder brings`;
}

function describeSpawnError(error: NodeJS.ErrnoException): string {
  const path = error.path ?? "its program";
  // The file was there a moment ago: what is missing is the interpreter that its first line names.
  if (error.code === "ENOENT") {
    return `${path} can't be started: its interpreter is missing${quoteFirstLine(path)}`;
  }
  return `${path} can't be started: ${error.code ?? error.message}`;
}

function quoteFirstLine(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, "latin1");
  } catch {
    return "";
  }
  const [, line, isCrLf] = /^(#!.{0,120}?)(\r?)(?:\n|$)/.exec(text) ?? [];
  if (line === undefined) return "";
  // The system takes the carriage return for a part of the interpreter's name.
  return ` (its first line: ${line}${isCrLf ? ", which ends in CR LF; save it with LF" : ""})`;
}

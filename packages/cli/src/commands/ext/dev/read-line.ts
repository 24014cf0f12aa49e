import { EVENT_NAMES, type EventName } from "@zot/protocol";
import { PANEL_KEYS } from "@zot/protocol/lines";
import { findNearest } from "../../../args/nearest.js";
import { isObject } from "../../../is-object.js";

/** Something that an author asks for. */
export type Request =
  | { kind: "call" | "guard"; name: string; args: Record<string, unknown> }
  | { kind: "command"; name: string; args: string }
  | { kind: "event"; name: EventName; fields: Record<string, unknown> }
  | { kind: "key"; key: string; text?: string }
  | { kind: "list" }
  | { kind: "do"; what: "reload" | "help" | "quit" };

export const HELP = `call <tool> {"arg": 1}    call a tool, as the model would
/<command> words          run a command, as the user would
guard <tool> {"arg": 1}   ask its guards about a tool call, without running it
event <name> {"text": ""} send an event
key up | key x            press a key in its panel
list                      what it registered
reload                    start it anew now
quit                      stop it and leave; ctrl+c does too`;

const WORDS = ["call", "guard", "event", "key", "reload", "list", "help", "quit"];
const KEYS: readonly string[] = PANEL_KEYS.filter((key) => key !== "rune");

/** Reads what an author typed; words about what is wrong if it can't be. */
export function readLine(line: string): Request | { problem: string } | undefined {
  const [, word = "", rest = ""] = /^\s*(\S*)\s*(.*?)\s*$/s.exec(line) ?? [];
  if (word === "") return undefined;
  if (word.startsWith("/")) return { kind: "command", name: word.slice(1), args: rest };
  switch (word) {
    case "call":
    case "guard": {
      const read = readNamed(rest, `${word} needs a tool: ${word} <tool> {"arg": 1}`);
      return "problem" in read ? read : { kind: word, name: read.name, args: read.value };
    }
    case "event": {
      const read = readNamed(rest, `event needs a name: ${EVENT_NAMES.join(", ")}`);
      if ("problem" in read) return read;
      const name = EVENT_NAMES.find((known) => known === read.name);
      if (name === undefined) return { problem: `there are: ${EVENT_NAMES.join(", ")}` };
      return { kind: "event", name, fields: read.value };
    }
    case "key":
      if (KEYS.includes(rest)) return { kind: "key", key: rest };
      if (/^.$/u.test(rest)) return { kind: "key", key: "rune", text: rest };
      return { problem: `key takes one character, or: ${KEYS.join(", ")}` };
    case "list":
      return { kind: word };
    case "reload":
    case "help":
    case "quit":
      return { kind: "do", what: word };
    default: {
      const near = findNearest(word, WORDS);
      return { problem: `"${word}"? ${near === undefined ? "Try help" : `Did you mean ${near}?`}` };
    }
  }
}

type Named = { name: string; value: Record<string, unknown> } | { problem: string };

function readNamed(text: string, missing: string): Named {
  const [, name = "", json = ""] = /^(\S*)\s*(.*)$/s.exec(text) ?? [];
  if (name === "") return { problem: missing };
  if (json === "") return { name, value: {} };
  try {
    const value: unknown = JSON.parse(json);
    if (isObject(value)) return { name, value };
  } catch (error) {
    return { problem: `the arguments are not JSON: ${(error as Error).message}` };
  }
  return { problem: 'the arguments must be a JSON object, such as {"city": "Berlin"}' };
}

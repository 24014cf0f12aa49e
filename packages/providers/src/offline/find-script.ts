import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { RequestMessage } from "../message.js";
import { parseScript, type Part } from "./script.js";
import { typedIn } from "./typed.js";

/** A prompt that is nothing but this. */
const DIRECTIVE = /^script\s+(\S.*\.jsonl?)$/;

/** The script that a text asks for. */
export function findDirective(text: string): string | undefined {
  return DIRECTIVE.exec(text.trim())?.[1];
}

export interface ScriptSource {
  env: NodeJS.ProcessEnv;
  cwd: string;
}

/**
 * Remembers which answers of which script were given. The transcript tells most of it, but an answer
 * that was an error leaves nothing there.
 */
export class ScriptPlayer {
  readonly #source: ScriptSource;
  readonly #played = new Map<string, number>();

  constructor(source: ScriptSource) {
    this.#source = source;
  }

  /** The scripted answer to a transcript; undefined if no script is playing, or it is over. */
  next(messages: readonly RequestMessage[]): Part[] | undefined {
    const found = this.#find(messages);
    if (found === undefined) return undefined;
    const { path, key, answered } = found;
    const { answers, loop } = parseScript(readFileSync(path, "utf8"), path);
    const index = Math.max(answered, this.#played.get(key) ?? 0);
    this.#played.set(key, index + 1);
    return loop && answers.length > 0 ? answers[index % answers.length] : answers[index];
  }

  /** The script that the user named last, or the one of the environment. */
  #find(
    messages: readonly RequestMessage[],
  ): { path: string; key: string; answered: number } | undefined {
    const named = messages.map((message) => findDirective(typedIn(message)));
    const start = named.findLastIndex((path) => path !== undefined);
    const path = named[start] ?? this.#source.env.ZOT_OFFLINE_SCRIPT;
    if (path === undefined || path === "") return undefined;
    const since = messages.slice(Math.max(0, start));
    const answered = since.filter(({ role }) => role === "assistant").length;
    const full = resolve(this.#source.cwd, path);
    return { path: full, key: `${full} ${start} ${since[0]?.time ?? ""}`, answered };
  }
}

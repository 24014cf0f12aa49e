import type { StyleName, Theme } from "../theme/theme.js";
import { languageOf, type Language } from "./languages.js";

/** A part of a line and the style it gets. */
interface Span {
  readonly text: string;
  readonly style?: StyleName;
}

/** What is still open at the end of a line: the end mark of a comment or string. */
export interface LineState {
  readonly until: string;
  readonly style: StyleName;
}

/** Colours code line by line. */
export interface Highlighter {
  knows(language: string): boolean;
  line(
    text: string,
    language: string,
    state: LineState | undefined,
  ): {
    readonly spans: readonly Span[];
    readonly state: LineState | undefined;
  };
  paint(spans: readonly Span[], theme: Theme): string;
}

const WORD = /[\p{L}_$][\p{L}\p{N}_$-]*/uy;
const PLAIN_WORD = /[\p{L}_$@][\p{L}\p{N}_$]*/uy;
const NUMBER = /(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?)[a-z]*/iy;

function readLine(text: string, language: Language, open: LineState | undefined) {
  const spans: Span[] = [];
  let state = open;
  let plain = "";
  let at = 0;
  const push = (piece: string, style?: StyleName) => {
    if (style === undefined) {
      plain += piece;
      return;
    }
    if (plain !== "") spans.push({ text: plain });
    plain = "";
    spans.push({ text: piece, style });
  };
  while (at < text.length || (at === 0 && text === "")) {
    if (state !== undefined) {
      const end = findEnd(text, at, state.until);
      push(text.slice(at, end === -1 ? text.length : end), state.style);
      if (end === -1) return { spans: finish(spans, plain), state };
      at = end;
      state = undefined;
      if (at >= text.length) break;
      continue;
    }
    if (text === "") break;
    const token = readToken(text, at, language);
    push(token.text, token.style);
    at += token.text.length;
    if (token.open) state = token.open;
  }
  return { spans: finish(spans, plain), state };
}

const finish = (spans: readonly Span[], plain: string): readonly Span[] =>
  plain === "" ? spans : [...spans, { text: plain }];

/** Behind the end mark; a backslash before it means that it is none. */
function findEnd(text: string, from: number, mark: string): number {
  for (let at = text.indexOf(mark, from); at !== -1; at = text.indexOf(mark, at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === "\\") slashes += 1;
    if (slashes % 2 === 0 || mark === "*/") return at + mark.length;
  }
  return -1;
}

interface Token {
  readonly text: string;
  readonly style?: StyleName;
  readonly open?: LineState;
}

function readToken(text: string, at: number, language: Language): Token {
  for (const mark of language.comments) {
    const isWord = mark === "#" && at > 0 && !/\s/.test(text[at - 1] ?? "");
    if (text.startsWith(mark, at) && !isWord) return { text: text.slice(at), style: "comment" };
  }
  for (const [start, end] of language.blocks) {
    if (text.startsWith(start, at))
      return { text: start, style: "comment", open: { until: end, style: "comment" } };
  }
  for (const mark of language.strings) {
    if (text.startsWith(mark, at)) return readString(text, at, mark, language);
  }
  return readWord(text, at, language);
}

function readString(text: string, at: number, mark: string, language: Language): Token {
  const end = findEnd(text, at + mark.length, mark);
  if (end !== -1) {
    const isKey = language.keyed && /^\s*:/.test(text.slice(end));
    return { text: text.slice(at, end), style: isKey ? "function" : "string" };
  }
  const isLong = mark.length > 1 || mark === "`";
  return {
    text: text.slice(at),
    style: "string",
    ...(isLong ? { open: { until: mark, style: "string" as const } } : {}),
  };
}

function readWord(text: string, at: number, language: Language): Token {
  const pattern = language.dashes ? WORD : PLAIN_WORD;
  pattern.lastIndex = at;
  const word = pattern.exec(text)?.[0];
  if (word !== undefined) {
    const key = language.ignoreCase ? word.toLowerCase() : word;
    if (language.keywords.has(key)) return { text: word, style: "keyword" };
    if (language.constants.has(key)) return { text: word, style: "number" };
    const rest = text.slice(at + word.length);
    if (language.keyed && at === /^\s*-?\s*/.exec(text)?.[0].length && /^\s*[:=]/.test(rest)) {
      return { text: word, style: "function" };
    }
    if (rest.startsWith("(")) return { text: word, style: "function" };
    if (/^\p{Lu}\p{L}*\p{Ll}/u.test(word)) return { text: word, style: "type" };
    return { text: word };
  }
  NUMBER.lastIndex = at;
  const number = NUMBER.exec(text)?.[0];
  if (number !== undefined) return { text: number, style: "number" };
  return { text: text[at] ?? "" };
}

function readDiffLine(text: string): readonly Span[] {
  if (/^(?:@@|diff |index )/.test(text)) return [{ text, style: "info" }];
  if (text.startsWith("+")) return [{ text, style: "added" }];
  return [text.startsWith("-") ? { text, style: "removed" } : { text }];
}

export const highlighter: Highlighter = {
  knows: (language) =>
    language === "diff" || language === "patch" || languageOf(language) !== undefined,
  line(text, name, state) {
    if (name === "diff" || name === "patch") return { spans: readDiffLine(text), state: undefined };
    const language = languageOf(name);
    return language ? readLine(text, language, state) : { spans: [{ text }], state: undefined };
  },
  paint: (spans, theme) =>
    spans
      .map((span) => (span.style === undefined ? span.text : theme.paint(span.style, span.text)))
      .join(""),
};

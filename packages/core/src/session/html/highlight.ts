import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import lua from "highlight.js/lib/languages/lua";
import makefile from "highlight.js/lib/languages/makefile";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { escapeHtml, showControls } from "./escape.js";

// The languages that the terminal colours too. Each grammar adds to the package, so that a language that is
// close enough to another one is coloured as that one.
const LANGUAGES = {
  bash,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  ini,
  java,
  json,
  kotlin,
  lua,
  makefile,
  php,
  python,
  ruby,
  rust,
  sql,
  swift,
  typescript,
  xml,
  yaml,
};
const ALIASES: Partial<Record<keyof typeof LANGUAGES, string[]>> = {
  bash: ["console", "shell", "fish"],
  cpp: ["c", "h", "objc"],
  css: ["scss", "less"],
  ini: ["properties", "env", "conf"],
  java: ["scala", "dart", "groovy"],
  json: ["jsonc", "json5", "jsonl"],
  python: ["python3"],
  sql: ["sqlite", "postgres", "postgresql", "mysql"],
  typescript: ["javascript", "js", "jsx", "mjs", "cjs", "node"],
  xml: ["vue", "svelte"],
};

// The time that a grammar takes can grow with the square of the code, most of all of a word; nobody reads such code.
const LONGEST_CODE = 20_000;
const LONG_LINE = /^.{501}/m;

for (const [name, grammar] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, grammar);
for (const [languageName, names] of Object.entries(ALIASES))
  hljs.registerAliases(names, { languageName });

/** Code as HTML, escaped, with a span around each word that has a colour. */
export function highlightCode(code: string, language: string): string {
  const isTooLong = code.length > LONGEST_CODE || LONG_LINE.test(code);
  if (isTooLong || hljs.getLanguage(language) === undefined) return escapeHtml(code);
  return hljs.highlight(showControls(code), { language, ignoreIllegals: true }).value;
}

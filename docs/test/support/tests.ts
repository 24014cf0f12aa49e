import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, type Link } from "./pages.js";

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The names of a file's tests and groups, each as a pattern: what is filled in may be anything. */
function readTestNames(path: string): RegExp[] {
  const source = readFileSync(join(root, path), "utf8");
  const calls = source.matchAll(/\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1,\s*(?:async\b|\(|\{)/g);
  return Array.from(calls, ([, , name = ""]) => name).flatMap((name) => {
    const parts = name.replaceAll(/\\(.)/g, "$1").split(/\$\{[^}]*\}|%[sjio]|\$[a-z]+/);
    // One that consists of what is filled in would fit every name.
    if (parts.join("") === "") return [];
    return [new RegExp(`^${parts.map((part) => escape(part)).join(".+")}$`)];
  });
}

/** Whether a link's text is the name of a test, or a group of them, in the file that it leads to. */
export function namesTest({ text, path }: Link): boolean {
  return path.endsWith(".test.ts") && readTestNames(path).some((name) => name.test(text));
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readLinks, readPage, root } from "./support/pages.js";

const PAGE = "docs/reliability.md";
const rows = readPage(PAGE)
  .split("\n")
  .filter((line) => /^\| (?!#|-|promise)/.test(line))
  .map((line) => ({ name: line.split("|")[1]?.trim() ?? "", links: readLinks(PAGE, line) }));

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
const numbered = (letter: string, last: number) =>
  Array.from({ length: last }, (_, index) => `${letter}${index + 1}`);

/** The names of a file's tests and groups, each as a pattern: what is filled in may be anything. */
function readTestNames(path: string): RegExp[] {
  const source = readFileSync(join(root, path), "utf8");
  const calls = source.matchAll(/\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1,\s*(?:async\b|\()/g);
  return Array.from(calls, ([, , name = ""]) => name).flatMap((name) => {
    const parts = name.replaceAll(/\\(.)/g, "$1").split(/\$\{[^}]*\}|%[sjio]|\$[a-z]+/);
    // One that consists of what is filled in would fit every name.
    if (parts.join("") === "") return [];
    return [new RegExp(`^${parts.map((part) => escape(part)).join(".+")}$`)];
  });
}

test("every fault and every threat has its row", () => {
  expect(rows.map(({ name }) => name).filter((name) => /^[FT]\d+$/.test(name))).toEqual([
    ...numbered("F", 31),
    ...numbered("T", 11),
  ]);
});

test.each(rows)("$name names tests that there are", ({ links }) => {
  expect(links.length).toBeGreaterThan(0);
  const missing = links.filter(
    ({ text, path }) =>
      !path.endsWith(".test.ts") || !readTestNames(path).some((name) => name.test(text)),
  );
  expect(missing).toEqual([]);
});

import { expect, test } from "vitest";
import { readLinks, readPage } from "./support/pages.js";
import { namesTest } from "./support/tests.js";

const PAGE = "docs/reliability.md";
const rows = readPage(PAGE)
  .split("\n")
  .filter((line) => /^\| (?!#|-|promise)/.test(line))
  .map((line) => ({ name: line.split("|")[1]?.trim() ?? "", links: readLinks(PAGE, line) }));

const numbered = (letter: string, last: number) =>
  Array.from({ length: last }, (_, index) => `${letter}${index + 1}`);

test("every fault, every threat and every attack has its row", () => {
  expect(rows.map(({ name }) => name).filter((name) => /^[FTR]\d+$/.test(name))).toEqual([
    ...numbered("F", 31),
    ...numbered("T", 11),
    ...numbered("R", 28),
  ]);
});

test.each(rows)("$name names tests that there are", ({ links }) => {
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((link) => !namesTest(link))).toEqual([]);
});

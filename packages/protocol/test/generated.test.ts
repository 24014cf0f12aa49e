import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { generateAll } from "../scripts/generate/all.js";
import { fillRegions } from "../scripts/generate/regions.js";

test("the JSON Schema, the corpus's index and the tables of the pages match the schemas", async () => {
  expect(await generateAll({ check: true })).toEqual([]);
});

test("a table that was edited by hand is put right", () => {
  const edited = "before\n<!-- generated: panel -->\n\n| lies |\n\n<!-- end -->\nafter";
  const filled = fillRegions(edited);
  expect(filled).not.toContain("lies");
  expect(filled).toMatch(/^before\n.*`id`.*\nafter$/s);
});

test("a region that nothing is generated for is an error", () => {
  expect(() => fillRegions("<!-- generated: moon -->\n<!-- end -->")).toThrow(/"moon"/);
});

test.each(["protocol", "rpc"])("every link within the page %s.md leads somewhere", (name) => {
  const page = readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), "utf8");
  const headings = Array.from(page.matchAll(/^#+ (.*)$/gm), ([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\d _-]/gu, "")
      .replaceAll(" ", "-"),
  );
  const anchors = Array.from(page.matchAll(/<a id="([^"]+)">/g), ([, anchor]) => anchor);
  const links = Array.from(page.matchAll(/\]\(#([^)]+)\)/g), ([, link]) => link);
  expect(links.filter((link) => ![...headings, ...anchors].includes(link))).toEqual([]);
  expect(links.length).toBeGreaterThan(0);
});

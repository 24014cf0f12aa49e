import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findPages, readAnchors, readLinks, root } from "./support/pages.js";

const pages = findPages();

test("there are pages to look at, with links in them", () => {
  expect(pages).toEqual(expect.arrayContaining(["README.md", "docs/cli.md"]));
  expect(pages.flatMap((page) => readLinks(page)).length).toBeGreaterThan(50);
});

test.each(pages)("every link of %s leads to a file, and to a heading that it has", (page) => {
  const broken = readLinks(page).filter(({ path, anchor }) => {
    if (path.startsWith("..") || !existsSync(join(root, path))) return true;
    const target = path === "" ? page : path;
    return anchor !== "" && target.endsWith(".md") && !readAnchors(target).includes(anchor);
  });
  expect(broken).toEqual([]);
});

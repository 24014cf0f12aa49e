import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readLinks, root } from "./support/pages.js";

const stops = readLinks("docs/tour.md").filter(({ text }) => /^`[^`]+`$/.test(text));

/** `Agent.prompt` is found as `prompt`; a file's own name is where the file is. */
function isThere(text: string, path: string): boolean {
  const name = text.slice(1, -1);
  if (path.endsWith(`/${name}`)) return existsSync(join(root, path));
  const words = name.split(".");
  const source = readFileSync(join(root, path), "utf8");
  return words.every((word) => new RegExp(`\\b${word}\\b`).test(source));
}

test("the tour stops at code that is there", () => {
  expect(stops.length).toBeGreaterThan(60);
  expect(stops.filter(({ text, path }) => !isThere(text, path))).toEqual([]);
});

test("the tour passes every package, and the seam between core and host", () => {
  const passed = new Set(stops.map(({ path }) => path.split("/").slice(0, 2).join("/")));
  const rooms = ["tui", "cli", "sdk", "core", "providers", "host", "protocol", "ext"];
  expect([...passed].toSorted()).toEqual(rooms.map((room) => `packages/${room}`).toSorted());
  expect(stops.map(({ path }) => path)).toContain("packages/sdk/src/extensions/extension-tools.ts");
});

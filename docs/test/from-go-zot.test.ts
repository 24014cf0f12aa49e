import { expect, test } from "vitest";
import { FLAGS } from "../../packages/cli/src/args/flags.js";
import { SLASH_COMMANDS } from "../../packages/cli/src/modes/interactive/slash/table.js";
import { readLinks, readPage } from "./support/pages.js";
import { namesTest } from "./support/tests.js";

const PAGE = "docs/from-go-zot.md";
const page = readPage(PAGE);

test("what the page says of files and credentials has its tests", () => {
  const proofs = readLinks(PAGE).filter(({ path }) => path.endsWith(".test.ts"));
  expect(proofs.length).toBeGreaterThan(15);
  expect(proofs.filter((link) => !namesTest(link))).toEqual([]);
  const rows = page.split("\n").filter((line) => /^\| (?:`|what is not used)/.test(line));
  const [files] = page.split("Variables:");
  const inTable = rows.filter((row) => files?.includes(row));
  expect(inTable).toHaveLength(11);
  expect(inTable.filter((row) => readLinks(PAGE, row).length === 0)).toEqual([]);
});

test("what the page calls gone is not there, and what it names instead is", () => {
  const part = (start: string) => page.split(start)[1]?.split("\n- **")[0] ?? "";
  const flags = [...part("- **Flags**").matchAll(/`--([a-z-]+)`/g)].map(([, name]) => name);
  expect(flags.length).toBeGreaterThan(5);
  expect(flags.filter((name) => name !== undefined && name in FLAGS)).toEqual([]);
  const known = new Set(SLASH_COMMANDS.map(({ name }) => name));
  const words = [...part("- **Slash commands**").matchAll(/`\/([a-z]+)[^`]*`/g)];
  const instead = ["settings", "session", "skills"];
  const names = words.map(([, name = ""]) => name);
  expect(names.filter((name) => known.has(name))).toEqual(instead);
  expect(names.length).toBeGreaterThan(6);
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SLASH_COMMANDS } from "../../src/modes/interactive/slash/table.js";
import { repo } from "../support/run-zot.js";

test("the page on the interactive mode tells of every command", () => {
  const page = readFileSync(join(repo, "docs/interactive.md"), "utf8");
  for (const { name } of SLASH_COMMANDS) expect(page).toContain(`\`/${name}`);
});

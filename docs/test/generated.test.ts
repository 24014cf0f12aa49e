import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("the pages show the code that CI runs, and generated files match their sources", () => {
  const check = () =>
    execFileSync(process.execPath, ["scripts/generate.mjs", "--check"], {
      cwd: root,
      stdio: "pipe",
      encoding: "utf8",
    });
  expect(check).not.toThrow();
});

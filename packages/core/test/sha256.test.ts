import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256 } from "../src/session/sha256.js";

test("our hash of a text is the one that everybody else computes", () => {
  const text = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc.string({ unit: "grapheme", maxLength: 300 }),
  );
  fc.assert(
    fc.property(text, (value) => {
      expect(sha256(value)).toBe(createHash("sha256").update(value).digest("hex"));
    }),
    { numRuns: 500 },
  );
});

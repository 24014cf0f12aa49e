import fc from "fast-check";
import { expect, it } from "vitest";
import { redact, redactBytes, redactText, rememberSecret } from "../src/index.js";

// One is the beginning of another, one repeats itself, one overlaps with itself and others, one is not ASCII.
const SECRETS = ["abcdefgh", "abcdefghij", "aaaaaaaaaa", "abababababab", "ghijghij", "schlüssel-ß"];
for (const secret of SECRETS) rememberSecret(secret);

const piece = fc.oneof(
  fc.constantFrom(...SECRETS, ...SECRETS.map((secret) => encodeURIComponent(secret)), "[redacted]"),
  fc.constantFrom("a", "ab", "abc", "gh", "ij", "ü", "ß", "\n", " "),
  fc.string({ maxLength: 4 }),
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));

/** The text cut at these places. */
function cut<T>(
  whole: { slice: (from: number, to?: number) => T; length: number },
  places: number[],
): T[] {
  const at = [...new Set(places.map((place) => place % (whole.length + 1)))].toSorted(
    (a, b) => a - b,
  );
  return [0, ...at].map((from, index) => whole.slice(from, at[index] ?? whole.length));
}

it("hides the same in pieces as in the whole, wherever it is cut", () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat(200), { maxLength: 6 }), (whole, places) => {
      const stream = redactText();
      const shown =
        cut(whole, places)
          .map((part) => stream.push(part))
          .join("") + stream.end();
      for (const secret of SECRETS) expect(shown).not.toContain(secret);
      expect(redact(shown)).toBe(shown);
      expect(shown.replaceAll("[redacted]", "")).toBe(redact(whole).replaceAll("[redacted]", ""));
    }),
    { numRuns: 2_000 },
  );
});

it("hides the same in bytes, cut in the middle of a character too, and keeps what is no text", () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat(200), { maxLength: 6 }), (whole, places) => {
      const stream = redactBytes();
      const bytes = Buffer.concat([Buffer.from(whole), Buffer.from([0xff, 0xfe, 0x00, 0x80])]);
      const parts = cut(
        bytes as unknown as { slice: (from: number, to?: number) => Buffer; length: number },
        places,
      );
      const shown = Buffer.concat([...parts.map((part) => stream.push(part)), stream.end()]);
      for (const secret of SECRETS) expect(shown.includes(secret)).toBe(false);
      expect(shown.subarray(-4)).toEqual(Buffer.from([0xff, 0xfe, 0x00, 0x80]));
    }),
    { numRuns: 2_000 },
  );
});

it("passes on at once what can't be the beginning of a secret", () => {
  const stream = redactText();
  expect(stream.push("compiling…\n")).toBe("compiling…\n");
  expect(stream.push("50 % ab")).toBe("50 % ");
  expect(stream.push("out")).toBe("about");
  expect(stream.end()).toBe("");
});

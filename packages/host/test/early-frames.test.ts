import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { decodeFromExtension } from "@zot/protocol";
import { expect, test } from "vitest";
import { readEarly } from "../src/connection/early-frames.js";

const EARLY = ["hello", "register_command", "register_tool", "subscribe", "ready"];
const corpus = fileURLToPath(new URL("../../protocol/corpus/v1/from-extension/", import.meta.url));

function agrees(text: string): void {
  const early = readEarly(text);
  if (!early) return;
  expect(decodeFromExtension(text)).toEqual({ ok: true, frame: early });
}

test("whatever is read without the schemas is read the same with them", () => {
  const field = fc.oneof(
    fc.string(),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom("allow", "deny"),
    fc.array(fc.oneof({ weight: 9, arbitrary: fc.string() }, fc.integer())),
    fc.dictionary(fc.string(), fc.string()),
  );
  const names = ["name", "version", "capabilities", "description", "schema", "interactive"];
  const more = ["events", "intercept", "on_failure", "other"];
  const fields = Object.fromEntries([...names, ...more].map((name) => [name, field]));
  const frame = fc.record(
    { type: fc.constantFrom(...EARLY, "notify", "constructor"), ...fields },
    { requiredKeys: ["type"] },
  );
  fc.assert(
    fc.property(frame, (candidate) => {
      agrees(JSON.stringify(candidate));
    }),
    { numRuns: 3_000 },
  );
});

test("the golden frames of a start are read without the schemas", () => {
  const read = new Set<string>();
  for (const path of readdirSync(corpus, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".json")) continue;
    const text = JSON.stringify(JSON.parse(readFileSync(`${corpus}/${path}`, "utf8")));
    agrees(text);
    const early = readEarly(text);
    if (early) read.add(early.type);
  }
  expect([...read].toSorted()).toEqual(EARLY.toSorted());
});

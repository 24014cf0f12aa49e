import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { readCases, readSessions } from "../scripts/corpus.js";

const file = new URL("../schema/wire.schema.json", import.meta.url);
const schema = JSON.parse(readFileSync(file, "utf8")) as { $defs: Record<string, unknown> };
const ajv = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  validateFormats: false,
  allErrors: false,
});
ajv.addSchema(schema, "wire");

function isValid(definition: string, value: unknown): boolean {
  const validate = ajv.getSchema(`wire#/$defs/${definition}`);
  if (!validate) throw new Error(`no definition ${definition}`);
  return validate(value) as boolean;
}

const cases = readCases().map((one) => ({
  ...one,
  definition: one.group === one.type ? one.group : `${one.group}.${one.type}`,
}));

describe("the published JSON Schema", () => {
  test.each(cases.filter(({ verdict }) => verdict === "valid"))(
    "accepts $file",
    ({ definition, group, value }) => {
      expect(isValid(definition, value)).toBe(true);
      if (group in schema.$defs) expect(isValid(group, value)).toBe(true);
    },
  );

  test.each(cases.filter(({ verdict }) => verdict === "invalid"))(
    "refuses $file",
    ({ definition, group, value }) => {
      expect(isValid(definition, value)).toBe(false);
      if (group in schema.$defs) expect(isValid(group, value)).toBe(false);
    },
  );

  test.each(readSessions())("accepts each frame of $file in its direction", ({ frames }) => {
    for (const { from, frame } of frames) expect(isValid(`from-${from}`, frame)).toBe(true);
  });

  test("accepts a frame of any direction at its top", () => {
    const validate = ajv.getSchema("wire");
    expect(validate?.({ type: "ready" })).toBe(true);
    expect(validate?.({ type: "shutdown" })).toBe(true);
    expect(validate?.({ type: "no such thing" })).toBe(false);
  });
});

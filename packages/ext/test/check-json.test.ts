import { expect, test } from "vitest";
import { checkJson } from "../src/schema/check-json.js";

const check = (value: unknown, schema: unknown) =>
  checkJson(value, schema).map(({ path, message }) => (path ? `${path} ${message}` : message));

test.each<[string, unknown, unknown, string]>([
  ["type", 7, { type: "string" }, "must be a string, got 7"],
  ["several types", true, { type: ["string", "null"] }, "must be a string or null, got true"],
  ["integer", 1.5, { type: "integer" }, "must be an integer, got 1.5"],
  ["array", {}, { type: "array" }, "must be an array, got {}"],
  ["object", [], { type: "object" }, "must be an object, got []"],
  ["enum", "k", { enum: ["c", "f"] }, 'must be one of "c", "f", got "k"'],
  ["const", { a: 1 }, { const: { a: 2 } }, 'must be {"a":2}, got {"a":1}'],
  ["required", {}, { required: ["city"] }, "city is missing"],
  [
    "properties",
    { a: { b: 7 } },
    { properties: { a: { properties: { b: { type: "null" } } } } },
    "a.b must be null, got 7",
  ],
  [
    "additionalProperties",
    { x: 1 },
    { properties: {}, additionalProperties: false },
    "x is not a known argument",
  ],
  [
    "additionalProperties",
    { x: 1 },
    { additionalProperties: { type: "string" } },
    "x must be a string, got 1",
  ],
  ["items", ["a", 7], { items: { type: "string" } }, "1 must be a string, got 7"],
  [
    "prefixItems",
    [7, 8],
    { prefixItems: [{ type: "string" }], items: { type: "number" } },
    "0 must be a string, got 7",
  ],
  ["minItems", [], { minItems: 1 }, "must have at least 1 items"],
  ["maxItems", [1, 2], { maxItems: 1 }, "must have at most 1 items"],
  ["uniqueItems", [{ a: 1 }, { a: 1 }], { uniqueItems: true }, "must not have the same item twice"],
  ["minLength", "", { minLength: 1 }, "must have at least 1 characters"],
  ["maxLength", "🦊🦊", { maxLength: 1 }, "must have at most 1 characters"],
  ["pattern", "x1", { pattern: "^\\d+$" }, "must match the pattern ^\\d+$"],
  ["minimum", 0, { minimum: 1 }, "must be at least 1"],
  ["maximum", 2, { maximum: 1 }, "must be at most 1"],
  ["exclusiveMinimum", 1, { exclusiveMinimum: 1 }, "must be more than 1"],
  ["exclusiveMaximum", 1, { exclusiveMaximum: 1 }, "must be less than 1"],
  ["multipleOf", 7, { multipleOf: 2 }, "must be a multiple of 2"],
  ["allOf", 7, { allOf: [{ type: "number" }, { minimum: 8 }] }, "must be at least 8"],
  [
    "anyOf",
    7,
    { anyOf: [{ type: "string" }, { type: "null" }] },
    "must be a string, got 7, or must be null, got 7",
  ],
  [
    "oneOf",
    7,
    { oneOf: [{ type: "number" }, { minimum: 1 }] },
    "fits more than one of the allowed forms",
  ],
  ["not", 7, { not: { type: "number" } }, "is not allowed"],
  [
    "$ref",
    { a: 7 },
    { properties: { a: { $ref: "#/$defs/name" } }, $defs: { name: { type: "string" } } },
    "a must be a string, got 7",
  ],
  ["false", 7, false, "is not allowed"],
])("%s is checked: %j", (_, value, schema, finding) => {
  expect(check(value, schema)).toEqual([finding]);
});

test.each<[unknown, unknown]>([
  ["Berlin", { type: "string", minLength: 1, maxLength: 6, pattern: "lin$" }],
  [{ b: 1, a: [] }, { const: { a: [], b: 1 } }],
  [
    { city: "Ulm", toString: 1 },
    { type: "object", required: ["city"], additionalProperties: true },
  ],
  ["🦊", { maxLength: 1 }],
  [7, { anyOf: [{ type: "string" }, { type: "number" }], format: "whatever" }],
  [null, { type: "null" }],
  [{}, { properties: { city: { type: "string" } } }],
  [7, true],
])("%j fits %j", (value, schema) => {
  expect(check(value, schema)).toEqual([]);
});

test("every finding is told, and a long value is cut", () => {
  const schema = { properties: { a: { type: "string" }, b: { minimum: 3 } }, required: ["c"] };
  expect(check({ a: 1, b: 2 }, schema)).toEqual([
    "a must be a string, got 1",
    "b must be at least 3",
    "c is missing",
  ]);
  expect(check("x".repeat(500), { type: "number" })[0]).toMatch(/^must be a number, got "x{59}…$/);
});

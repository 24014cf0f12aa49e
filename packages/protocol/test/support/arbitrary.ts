import fc from "fast-check";
import * as z from "zod";

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "\u2028", "\r\n", "\uFEFF", "\ud800", '"', "\\", "__proto__", "\u0000"),
);
const key = fc.string().filter((name) => name !== "__proto__");
const finite = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  // JSON has no minus zero.
  .map((number) => (Object.is(number, -0) ? 0 : number));

/** Anything that JSON can carry and the wire allows. */
export const json: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constantFrom(null, true, false),
    finite,
    text,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(key, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

const unknownFields = fc.dictionary(
  fc.string().map((name) => `x_${name}`),
  json,
  { maxKeys: 2, noNullPrototype: true },
);

/** Arbitrary values that a schema describes, unknown fields included. */
export function arbitraryOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return objectOf(def.shape);
    case "array":
      return fc.array(arbitraryOf(def.element), { maxLength: 4 });
    case "record":
      return fc.dictionary(key, json, { maxKeys: 4, noNullPrototype: true });
    case "union":
      // What a check refuses is no valid value.
      return fc
        .oneof(...def.options.map(arbitraryOf))
        .filter((value) => z.safeParse(schema, value).success);
    case "optional":
    case "default":
    case "catch":
      return arbitraryOf(def.innerType);
    case "nullable":
      return fc.option(arbitraryOf(def.innerType));
    case "enum":
      return fc.constantFrom(...Object.values(def.entries));
    case "literal":
      return fc.constantFrom(...def.values);
    case "unknown":
      return json;
    case "boolean":
      return fc.boolean();
    case "number":
      return def.checks?.length ? fc.maxSafeInteger() : finite;
    case "string":
      return stringOf(def);
    default:
      throw new Error(`no arbitrary for ${def.type}`);
  }
}

function objectOf(shape: z.core.$ZodShape): fc.Arbitrary<object> {
  const fields = Object.entries(shape);
  const requiredKeys = fields
    .filter(([, field]) => field._zod.def.type !== "optional")
    .map(([name]) => name);
  const known = fc.record(
    Object.fromEntries(fields.map(([name, field]) => [name, arbitraryOf(field)])),
    { requiredKeys, noNullPrototype: true },
  );
  return fc.tuple(unknownFields, known).map(([unknown, given]) => ({ ...unknown, ...given }));
}

function stringOf(def: z.core.$ZodStringDef): fc.Arbitrary<string> {
  if ("format" in def) return fc.base64String();
  const checks = (def.checks ?? []).map((check) => check._zod.def as { prefix?: string });
  const prefix = checks.find((check) => check.prefix)?.prefix ?? "";
  return text.map((rest) =>
    prefix === "" && checks.length > 0 && rest === "" ? "x" : prefix + rest,
  );
}

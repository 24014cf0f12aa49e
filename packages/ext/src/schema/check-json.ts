import { isObject } from "../is-object.js";

type Schema = Readonly<Record<string, unknown>>;

/** One finding: where, as a path such as `stops.0.city` (empty for the whole), and what is wrong there. */
export interface Finding {
  path: string;
  message: string;
}

interface Place {
  path: string;
  root: Schema;
}

type Check = (value: unknown, keyword: unknown, schema: Schema, place: Place) => Finding[];

/** Checks a value against the common keywords of JSON Schema; keywords that are not known pass. */
export function checkJson(value: unknown, schema: unknown, place?: Place): Finding[] {
  if (schema === false) return [{ path: place?.path ?? "", message: "is not allowed" }];
  if (!isObject(schema)) return [];
  const here = place ?? { path: "", root: schema };
  const findings: Finding[] = [];
  for (const [name, keyword] of Object.entries(schema)) {
    if (!Object.hasOwn(checks, name)) continue;
    const check = checks[name];
    if (check) findings.push(...check(value, keyword, schema, here));
    // A value of the wrong type fails the other keywords too, in less helpful words.
    if (name === "type" && findings.length > 0) return findings;
  }
  return findings;
}

const checks: Partial<Record<string, Check>> = {
  type(value, types, _, { path }) {
    const allowed = (Array.isArray(types) ? types : [types]) as string[];
    if (allowed.some((type) => isOfType(value, type))) return [];
    return [
      { path, message: `must be ${allowed.map(withArticle).join(" or ")}, got ${say(value)}` },
    ];
  },
  enum(value, values, _, { path }) {
    const allowed = Array.isArray(values) ? values : [];
    if (allowed.some((one) => isSame(one, value))) return [];
    return [{ path, message: `must be one of ${allowed.map(say).join(", ")}, got ${say(value)}` }];
  },
  const: (value, only, _, { path }) =>
    isSame(value, only) ? [] : [{ path, message: `must be ${say(only)}, got ${say(value)}` }],
  required(value, names, _, place) {
    if (!isObject(value) || !Array.isArray(names)) return [];
    return (names as string[])
      .filter((name) => !Object.hasOwn(value, name))
      .map((name) => ({ path: below(place, name).path, message: "is missing" }));
  },
  properties(value, properties, _, place) {
    if (!isObject(value) || !isObject(properties)) return [];
    return Object.entries(properties).flatMap(([name, schema]) =>
      Object.hasOwn(value, name) ? checkJson(value[name], schema, below(place, name)) : [],
    );
  },
  additionalProperties(value, schema, { properties }, place) {
    if (!isObject(value)) return [];
    const known = isObject(properties) ? properties : {};
    return Object.keys(value)
      .filter((name) => !Object.hasOwn(known, name))
      .flatMap((name) =>
        schema === false
          ? [{ path: below(place, name).path, message: "is not a known argument" }]
          : checkJson(value[name], schema, below(place, name)),
      );
  },
  items(value, schema, { prefixItems }, place) {
    if (!Array.isArray(value)) return [];
    const skipped = Array.isArray(prefixItems) ? prefixItems.length : 0;
    return value.flatMap((item, at) =>
      at < skipped ? [] : checkJson(item, schema, below(place, String(at))),
    );
  },
  prefixItems(value, schemas, _, place) {
    if (!Array.isArray(value) || !Array.isArray(schemas)) return [];
    return schemas.flatMap((schema, at) =>
      at < value.length ? checkJson(value[at], schema, below(place, String(at))) : [],
    );
  },
  minItems: (value, least, _, place) =>
    limit(
      Array.isArray(value) && value.length < Number(least),
      place,
      `must have at least ${say(least)} items`,
    ),
  maxItems: (value, most, _, place) =>
    limit(
      Array.isArray(value) && value.length > Number(most),
      place,
      `must have at most ${say(most)} items`,
    ),
  uniqueItems: (value, unique, _, place) =>
    limit(
      unique === true &&
        Array.isArray(value) &&
        value.some((item, at) => value.slice(0, at).some((other) => isSame(item, other))),
      place,
      "must not have the same item twice",
    ),
  minLength: (value, least, _, place) =>
    limit(
      typeof value === "string" && Array.from(value).length < Number(least),
      place,
      `must have at least ${say(least)} characters`,
    ),
  maxLength: (value, most, _, place) =>
    limit(
      typeof value === "string" && Array.from(value).length > Number(most),
      place,
      `must have at most ${say(most)} characters`,
    ),
  pattern: (value, pattern, _, place) =>
    limit(
      typeof value === "string" && !new RegExp(String(pattern), "u").test(value),
      place,
      `must match the pattern ${String(pattern)}`,
    ),
  minimum: (value, least, _, place) =>
    limit(
      typeof value === "number" && value < Number(least),
      place,
      `must be at least ${say(least)}`,
    ),
  maximum: (value, most, _, place) =>
    limit(typeof value === "number" && value > Number(most), place, `must be at most ${say(most)}`),
  exclusiveMinimum: (value, bound, _, place) =>
    limit(
      typeof value === "number" && value <= Number(bound),
      place,
      `must be more than ${say(bound)}`,
    ),
  exclusiveMaximum: (value, bound, _, place) =>
    limit(
      typeof value === "number" && value >= Number(bound),
      place,
      `must be less than ${say(bound)}`,
    ),
  multipleOf: (value, step, _, place) =>
    limit(
      typeof value === "number" && !Number.isInteger(value / Number(step)),
      place,
      `must be a multiple of ${say(step)}`,
    ),
  allOf: (value, schemas, _, place) =>
    Array.isArray(schemas) ? schemas.flatMap((schema) => checkJson(value, schema, place)) : [],
  anyOf: (value, schemas, _, place) => chooseFrom(value, schemas, place, (fits) => fits > 0),
  oneOf: (value, schemas, _, place) => chooseFrom(value, schemas, place, (fits) => fits === 1),
  not: (value, schema, _, place) =>
    limit(checkJson(value, schema, place).length === 0, place, "is not allowed"),
  $ref(value, pointer, _, place) {
    const target = String(pointer)
      .replace(/^#\/?/, "")
      .split("/")
      .filter((step) => step !== "")
      .reduce<unknown>(
        (at, step) => (isObject(at) ? at[unescapePointer(step)] : undefined),
        place.root,
      );
    return checkJson(value, target, place);
  },
};

function chooseFrom(
  value: unknown,
  schemas: unknown,
  place: Place,
  isEnough: (fits: number) => boolean,
): Finding[] {
  if (!Array.isArray(schemas)) return [];
  const tries = schemas.map((schema) => checkJson(value, schema, place));
  const fits = tries.filter((findings) => findings.length === 0).length;
  if (isEnough(fits)) return [];
  if (fits > 0) return [{ path: place.path, message: "fits more than one of the allowed forms" }];
  const reasons = [...new Set(tries.map(([first]) => first?.message ?? ""))];
  return [{ path: place.path, message: reasons.join(", or ") }];
}

function limit(isBroken: boolean, { path }: Place, message: string): Finding[] {
  return isBroken ? [{ path, message }] : [];
}

function below({ path, root }: Place, name: string): Place {
  return { path: path === "" ? name : `${path}.${name}`, root };
}

function unescapePointer(step: string): string {
  return decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "object":
      return isObject(value);
    case "array":
      return Array.isArray(value);
    case "null":
      return value === null;
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** JSON values are the same when they are written the same, up to the order of keys. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, at) => isSame(item, b[at]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]))
  );
}

function withArticle(type: string): string {
  if (type === "null") return "null";
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

const SHOWN = 60;

function say(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

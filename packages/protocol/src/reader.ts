import * as z from "zod";
import { describeIssues } from "./describe-issues.js";
import { isObject } from "./is-object.js";

/** What is wrong with a value, and where. */
export class Fault {
  readonly path: PropertyKey[] = [];

  constructor(readonly message: string) {}

  within(key: PropertyKey): this {
    this.path.unshift(key);
    return this;
  }

  toString(): string {
    return this.path.length > 0 ? `${this.path.join(".")}: ${this.message}` : this.message;
  }
}

/** Gives the value itself, a mended copy, or the first fault found. */
export type Reader = (value: unknown) => unknown;

/**
 * A reader for what a schema describes. It accepts what the schema's own `safeParse` accepts, and in
 * addition reads `null` as "not there", which is how programs in the field spell it. Unlike
 * `safeParse` it returns a good value untouched, stops at the first fault (a peer could send a
 * million) and needs no `eval` to be fast.
 */
export function readerOf(schema: z.core.$ZodType): Reader {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return objectReader(def.shape);
    case "array":
      return arrayReader(readerOf(def.element));
    case "optional":
      return absentReader(def.innerType, () => undefined);
    case "default":
      return absentReader(def.innerType, () => def.defaultValue);
    case "union":
      return isDiscriminated(def) ? choiceReader(def) : leafReader(schema, isNever);
    case "string":
      return leafReader(schema, stringGuard(def));
    case "number":
      return leafReader(schema, numberGuard(def));
    case "boolean":
      return leafReader(schema, (value) => typeof value === "boolean");
    case "literal":
      return leafReader(schema, (value) => value === def.values[0]);
    case "enum": {
      const values = new Set<unknown>(Object.values(def.entries));
      return leafReader(schema, (value) => values.has(value));
    }
    case "catch": {
      const read = readerOf(def.innerType);
      return leafReader(schema, (value) => read(value) === value);
    }
    case "record": {
      const isFree = def.valueType._zod.def.type === "unknown";
      return leafReader(schema, isFree ? isObject : isNever);
    }
    case "unknown":
      return (value) => value;
    case "nullable":
      return leafReader(schema, isNever);
    default:
      throw new Error(`the wire has no ${def.type}`);
  }
}

/** For a field that may be left out. Where null is a value of its own, it stays one. */
function absentReader(schema: z.core.$ZodType, stand: () => unknown): Reader {
  const read = readerOf(schema);
  const hasNull = z.safeParse(schema, null).success;
  return (value) => (value === undefined || (value === null && !hasNull) ? stand() : read(value));
}

function objectReader(shape: z.core.$ZodShape): Reader {
  const fields = Object.entries(shape).map(([key, field]) => ({
    key,
    read: readerOf(field),
    isOptional: field._zod.def.type === "optional",
  }));
  const wrong = z.looseObject({});
  return (value) => {
    if (!isObject(value)) return faultOf(wrong, value);
    let mended: Record<string, unknown> | undefined;
    for (const { key, read, isOptional } of fields) {
      const given = value[key];
      if (given === undefined && isOptional) continue;
      const field = read(given);
      if (field === given) continue;
      if (field instanceof Fault) return field.within(key);
      mended ??= { ...value };
      if (field === undefined) Reflect.deleteProperty(mended, key);
      else mended[key] = field;
    }
    return mended ?? value;
  };
}

function arrayReader(read: Reader): Reader {
  const wrong = z.array(z.unknown());
  return (value) => {
    if (!Array.isArray(value)) return faultOf(wrong, value);
    let mended: unknown[] | undefined;
    for (let at = 0; at < value.length; at += 1) {
      const given: unknown = value[at];
      const item = read(given);
      if (item === given) continue;
      if (item instanceof Fault) return item.within(at);
      mended ??= [...(value as unknown[])];
      mended[at] = item;
    }
    return mended ?? (value as unknown);
  };
}

function isDiscriminated(def: z.core.$ZodUnionDef): def is z.core.$ZodDiscriminatedUnionDef {
  return "discriminator" in def;
}

/** Objects told apart by one field, as `type` does for content blocks. */
function choiceReader(def: z.core.$ZodDiscriminatedUnionDef): Reader {
  const { discriminator } = def;
  const readers = new Map(
    def.options.map((option) => [discriminatorOf(option, discriminator), readerOf(option)]),
  );
  const wrong = z.looseObject({ [discriminator]: z.enum([...readers.keys()]) });
  return (value) => {
    const read = isObject(value) ? readers.get(value[discriminator] as string) : undefined;
    return read ? read(value) : faultOf(wrong, value);
  };
}

/** The one value that a frame or block has in its discriminating field. */
export function discriminatorOf(schema: z.core.$ZodType, field = "type"): string {
  const { shape } = (schema as z.core.$ZodObject)._zod.def;
  return String((shape[field] as z.core.$ZodLiteral)._zod.def.values[0]);
}

/** `isGood` says yes to most good values at once; the schema has the last word on all others. */
function leafReader(schema: z.core.$ZodType, isGood: (value: unknown) => boolean): Reader {
  return (value) => {
    if (isGood(value)) return value;
    const read = z.safeParse(schema, value, { reportInput: true });
    return read.success ? read.data : new Fault(describeIssues(read.error));
  };
}

function faultOf(schema: z.core.$ZodType, value: unknown): unknown {
  return leafReader(schema, isNever)(value);
}

function stringGuard(def: z.core.$ZodStringDef): (value: unknown) => boolean {
  const checks = def.checks ?? [];
  if (checks.length === 0 && !("format" in def)) return (value) => typeof value === "string";
  const onlyNonEmpty =
    !("format" in def) &&
    checks.every((check) => {
      const { check: name, minimum } = check._zod.def as { check: string; minimum?: number };
      return name === "min_length" && minimum === 1;
    });
  return onlyNonEmpty ? (value) => typeof value === "string" && value !== "" : isNever;
}

function numberGuard(def: z.core.$ZodNumberDef): (value: unknown) => boolean {
  const checks = (def.checks ?? []).map((check) => check._zod.def as { format?: string });
  if (checks.length === 0) return Number.isFinite;
  return checks.every(({ format }) => format === "safeint") ? Number.isSafeInteger : isNever;
}

function isNever(): boolean {
  return false;
}

// What the generated readers are made of. A reader accepts what its schema accepts, and in addition reads `null` as "not
// there", which is how programs in the field spell it. It returns a good value untouched, stops at the first fault (a peer
// could send a million), and needs no schema: loading those takes longer than an extension takes to boot.
import { isObject } from "../is-object.js";
import { anyOf, expected, expectedOneOf, Fault } from "./fault.js";

/** Gives the value itself, a mended copy, or the first fault found. */
export type Reader = (value: unknown) => unknown;

/** A field of an object, and whether it may be left out. */
type Field = Reader & { isOptional?: true };

export const unknown: Reader = (value) => value;

export const text: Reader = (value) =>
  typeof value === "string" ? value : expected("a string", value);

export const nonEmptyText: Reader = (value) =>
  value === "" ? new Fault("must not be empty") : text(value);

export function textFrom(prefix: string): Reader {
  return (value) => {
    const isGood = typeof value !== "string" || value.startsWith(prefix);
    return isGood ? text(value) : new Fault(`must start with ${JSON.stringify(prefix)}`);
  };
}

export const boolean: Reader = (value) =>
  typeof value === "boolean" ? value : expected("a boolean", value);

export const number: Reader = (value) =>
  Number.isFinite(value) ? value : expected("a number", value);

export const integer: Reader = (value) => {
  if (Number.isSafeInteger(value)) return value;
  return Number.isInteger(value)
    ? new Fault("is too large a number")
    : expected(Number.isFinite(value) ? "an integer" : "a number", value);
};

export const positiveInteger: Reader = (value) => {
  const read = integer(value);
  return typeof read === "number" && read <= 0 ? new Fault("must be above 0") : read;
};

export const base64: Reader = (value) => {
  if (typeof value !== "string") return expected("a string", value);
  return isBase64(value) ? value : new Fault("is not valid base64");
};

/** Any JSON object. */
export const json: Reader = (value) => (isObject(value) ? value : expected("an object", value));

export const textOrNumber: Reader = (value) =>
  typeof value === "string" || Number.isFinite(value)
    ? value
    : expected(anyOf(["a string", "a number"]), value);

export function literal(one: unknown): Reader {
  return (value) => (value === one ? value : expectedOneOf([one], value));
}

export function oneOf(...values: string[]): Reader {
  return (value) => (values.includes(value as string) ? value : expectedOneOf(values, value));
}

/** A further rule; `refuse` gives the words for what breaks it. */
export function refined(read: Reader, refuse: (value: never) => string | undefined): Reader {
  return (value) => {
    const result = read(value);
    if (result instanceof Fault) return result;
    const words = refuse(result as never);
    return words === undefined ? result : new Fault(words);
  };
}

export function optional(read: Reader): Field {
  const field: Field = (value) => (value === undefined || value === null ? undefined : read(value));
  return Object.assign(field, { isOptional: true as const });
}

/** Where null is a value of its own, it stays one. */
export function optionalOrNull(read: Reader): Field {
  const field: Field = (value) => (value === undefined || value === null ? value : read(value));
  return Object.assign(field, { isOptional: true as const });
}

export function withDefault(read: Reader, make: () => unknown): Reader {
  return (value) => (value === undefined || value === null ? make() : read(value));
}

/** Whatever is wrong becomes `instead`. */
export function orElse(read: Reader, instead: unknown): Reader {
  return (value) => {
    const result = read(value);
    return result instanceof Fault ? instead : result;
  };
}

export function list(read: Reader): Reader {
  return (value) => {
    if (!Array.isArray(value)) return expected("an array", value);
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

/** Fields that it does not name pass through untouched: within a version the set of fields only grows. */
export function object(shape: Record<string, Field>): Reader {
  const fields = Object.entries(shape);
  return (value) => {
    if (!isObject(value)) return expected("an object", value);
    let mended: Record<string, unknown> | undefined;
    for (const [key, read] of fields) {
      const given = value[key];
      if (given === undefined && read.isOptional) continue;
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

/** Objects told apart by their `type`. */
export function choice(readers: Record<string, Reader>): Reader {
  const known = new Map(Object.entries(readers));
  return (value) => {
    if (!isObject(value)) return expected("an object", value);
    const read = known.get(value.type as string);
    return read ? read(value) : expectedOneOf([...known.keys()], value.type).within("type");
  };
}

/** As `atob` takes it, without its leniency. */
function isBase64(data: string): boolean {
  return data.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(data);
}

import * as z from "zod";
import { rules } from "./readers/rules.js";

/**
 * The schema of one frame type. At run time unknown fields pass through untouched, because the set
 * of fields within version 1 only grows; the inferred type names the known ones only, so that a
 * typing mistake of ours is still an error.
 */
export function frame<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return record({ type: z.literal(type), ...shape });
}

/** The same, for an object inside a frame. */
export function record<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.looseObject(shape) as unknown as z.ZodObject<Shape>;
}

/** Correlates a request with its reply; opaque to whoever echoes it. */
export const id = z.string().min(1);

const ruleNames = new WeakMap<object, keyof typeof rules>();

/** Adds a rule that the readers know, too. */
export function ruled<Schema extends z.ZodType>(schema: Schema, name: keyof typeof rules): Schema {
  const refuse: (value: never) => string | undefined = rules[name];
  const isGood = (value: unknown) => refuse(value as never) === undefined;
  ruleNames.set(isGood, name);
  return schema.refine(isGood, { error: ({ input }) => refuse(input as never) ?? "" });
}

/** The rule that a check of a schema stands for. */
export function ruleOf(check: z.core.$ZodCheck): keyof typeof rules | undefined {
  const { fn } = check._zod.def as { fn?: object };
  return fn && ruleNames.get(fn);
}

/** Any JSON object. */
export const jsonObject = z.record(z.string(), z.unknown());

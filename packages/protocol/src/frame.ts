import * as z from "zod";

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

/** Whether a number survives the way through a program: past 2^53 integers are rounded. */
export function isExact(number: number): boolean {
  return Number.isSafeInteger(number) || (Number.isFinite(number) && !Number.isInteger(number));
}

/** Any JSON object. */
export const jsonObject = z.record(z.string(), z.unknown());

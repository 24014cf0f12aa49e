import * as z from "zod";
import { directions, parts, typeOf } from "../wire.js";

type JsonSchema = Record<string, unknown>;

/** One JSON Schema for all that can be on the wire: `$defs` has every frame and every direction by name. */
export function wireSchema(): JsonSchema {
  const definitions: JsonSchema = {};
  for (const [name, { title, frames }] of Object.entries(directions)) {
    definitions[name] = { title, anyOf: frames.map((frame) => refer(`${name}.${typeOf(frame)}`)) };
    for (const frame of frames) definitions[`${name}.${typeOf(frame)}`] = schemaOf(frame);
  }
  for (const [group, schemas] of Object.entries(parts)) {
    for (const [name, schema] of Object.entries<z.ZodObject>(schemas)) {
      definitions[name === group ? name : `${group}.${name}`] = schemaOf(schema);
    }
  }
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "urn:zot:wire:1",
    title: "The zot wire, version 1",
    description:
      "What a good peer sends. A reader must accept more: unknown fields, unknown types, null for a field left out.",
    anyOf: Object.keys(directions).map(refer),
    $defs: definitions,
  };
}

function refer(name: string): JsonSchema {
  return { $ref: `#/$defs/${name}` };
}

/** The schema of one frame, as a reader gets it. */
export function schemaOf(schema: z.ZodType): JsonSchema {
  const json = z.toJSONSchema(schema, { io: "output", unrepresentable: "throw" });
  return Object.fromEntries(Object.entries(json).filter(([key]) => key !== "$schema"));
}

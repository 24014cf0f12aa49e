interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  description?: string;
  properties?: Record<string, unknown>;
}

/** A JSON Schema in a few words for a table. */
export function describeType(schema: JsonSchema): string {
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum) return schema.enum.map(code).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(describeType).join(" | ");
  if (schema.type === "array") return arrayOf(schema.items ?? {});
  if (schema.type === "object") return "object";
  return Array.isArray(schema.type) ? schema.type.join(" | ") : (schema.type ?? "anything");
}

function arrayOf(items: JsonSchema): string {
  const isObject =
    items.type === "object" || items.oneOf !== undefined || items.anyOf !== undefined;
  return isObject ? "array of objects" : `array of ${describeType(items)}s`;
}

function code(value: unknown): string {
  return `\`${JSON.stringify(value)}\``;
}

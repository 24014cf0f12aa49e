import { checkJson, type Finding } from "./check-json.js";
import type { FromJsonSchema, JsonSchema } from "./json-schema.js";
import type { StandardIssue, StandardSchema } from "./standard-schema.js";

/** What a tool's args are described with: zod or another Standard Schema, or a plain JSON Schema. */
export type ToolSchema = StandardSchema | JsonSchema;

/** The args that a handler gets for such a schema. */
export type ArgsOf<Schema> =
  Schema extends StandardSchema<unknown, infer Output>
    ? Output
    : unknown extends FromJsonSchema<Schema>
      ? Record<string, unknown>
      : FromJsonSchema<Schema>;

export type CheckedArgs = { ok: true; args: unknown } | { ok: false; message: string };

/** The JSON Schema that the model sees. Throws when a schema library cannot write one. */
export function toJsonSchema(tool: string, schema: ToolSchema): Record<string, unknown> {
  if (!isStandard(schema)) return { ...schema };
  const { vendor, jsonSchema } = schema["~standard"];
  if (!jsonSchema) {
    throw new TypeError(
      `The schema of tool "${tool}" comes from ${vendor}, which cannot write it as JSON Schema. ` +
        "Use zod 4.2 or later, or give the tool a plain JSON Schema object.",
    );
  }
  const written = { ...jsonSchema.input({ target: "draft-2020-12" }) };
  delete written.$schema;
  return written;
}

/** Checks what the model produced; a standard schema may also convert it. */
export async function checkArgs(
  tool: string,
  schema: ToolSchema,
  args: unknown,
): Promise<CheckedArgs> {
  if (!isStandard(schema)) {
    const findings = checkJson(args, schema);
    return findings.length === 0 ? { ok: true, args } : refuse(tool, findings);
  }
  const result = await schema["~standard"].validate(args);
  if (!result.issues) return { ok: true, args: result.value };
  return refuse(tool, result.issues.map(toFinding));
}

function isStandard(schema: ToolSchema): schema is StandardSchema {
  return schema["~standard"] !== undefined;
}

function toFinding({ message, path }: StandardIssue): Finding {
  const steps = path?.map((step) => String(typeof step === "object" ? step.key : step));
  return { path: steps?.join(".") ?? "", message };
}

function refuse(tool: string, findings: readonly Finding[]): CheckedArgs {
  const lines = findings.map(({ path, message }) => `- ${path || "the arguments"}: ${message}`);
  return { ok: false, message: `Invalid arguments for ${tool}:\n${lines.join("\n")}` };
}

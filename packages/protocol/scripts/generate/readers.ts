import { format } from "prettier";
import * as z from "zod";
import { contentBlock } from "../../src/content.js";
import { ruleOf } from "../../src/frame.js";
import { fromExtension } from "../../src/from-extension.js";
import { fromHost } from "../../src/from-host.js";
import { manifestSchema } from "../../src/manifest.js";
import { fromRpcClient } from "../../src/rpc/commands.js";
import { fromRpcServer } from "../../src/rpc/events.js";

/** The file of the readers, and what should be in it. */
export async function readersFile(): Promise<Record<string, string>> {
  const source = await format(readersSource(), { parser: "typescript", printWidth: 100 });
  return { "packages/protocol/src/readers/generated.ts": source };
}

/** The source of readers for all that comes in. Functions, so that nobody pays for what they do not read. */
function readersSource(): string {
  const unions = { fromExtension, fromHost, fromRpcClient, fromRpcServer, contentBlock };
  const used = new Set<string>();
  const exports = Object.entries(unions).map(
    ([name, { options }]) => `export const ${name} = () => (${readersByType(options, used)});`,
  );
  const manifest = readerOf(manifestSchema, used);
  const fields = JSON.stringify(Object.keys(manifestSchema.shape));
  const rules = used.delete("rules") ? 'import { rules } from "./rules.js";' : "";
  return [
    "// Generated from the schemas by `pnpm generate`: not to be edited.",
    `import { ${[...used].sort().join(", ")} } from "./read.js";`,
    rules,
    "",
    ...exports.flatMap((text) => [text, ""]),
    `export const manifest = () => ${manifest};`,
    "",
    `export const MANIFEST_FIELDS: readonly string[] = ${fields};`,
    "",
  ].join("\n");
}

function readersByType(options: readonly z.core.$ZodType[], used: Set<string>): string {
  return fieldsOf(options.map((option) => [typeOf(option), readerOf(option, used)]));
}

function typeOf(frame: z.core.$ZodType): string {
  const { shape } = (frame as z.core.$ZodObject)._zod.def;
  return String((shape.type as z.core.$ZodLiteral)._zod.def.values[0]);
}

const fieldsOf = (fields: readonly (readonly [string, string])[]) =>
  `{ ${fields.map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join(", ")} }`;

/** The expression that makes the reader of a schema; notes what it uses of `read.ts`. */
function readerOf(schema: z.core.$ZodType, used: Set<string>): string {
  const use = (name: string, ...args: string[]) => {
    used.add(name);
    return args.length > 0 ? `${name}(${args.join(", ")})` : name;
  };
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const within = (inner: z.core.$ZodType) => readerOf(inner, used);
  const base = () => {
    switch (def.type) {
      case "object":
        return use(
          "object",
          fieldsOf(Object.entries(def.shape).map(([key, field]) => [key, within(field)])),
        );
      case "array":
        return use("list", within(def.element));
      case "optional":
        return takesNull(def.innerType)
          ? use("optionalOrNull", within(def.innerType))
          : use("optional", within(def.innerType));
      case "nullable":
        return within(def.innerType);
      case "default":
        return use(
          "withDefault",
          within(def.innerType),
          `() => (${JSON.stringify(def.defaultValue)})`,
        );
      case "catch": {
        const instead = z.parse(schema, undefined);
        return use("orElse", within(def.innerType), JSON.stringify(instead));
      }
      case "union":
        return "discriminator" in def
          ? use("choice", readersByType(def.options, used))
          : use(kindsOf(def.options));
      case "string": {
        const prefix = prefixOf(def);
        return prefix === undefined
          ? use(nameOfText(def))
          : use("textFrom", JSON.stringify(prefix));
      }
      case "number":
        return use(nameOfNumber(def));
      case "boolean":
        return use("boolean");
      case "literal":
        return use("literal", JSON.stringify(def.values[0]));
      case "enum":
        return use("oneOf", ...Object.values(def.entries).map((value) => JSON.stringify(value)));
      case "record":
        if (def.valueType._zod.def.type !== "unknown") break;
        return use("json");
      case "unknown":
        return use("unknown");
    }
    throw new Error(`the readers have nothing for ${def.type}`);
  };
  const names = (def.checks ?? []).flatMap((check) => ruleOf(check) ?? []);
  return names.reduce((inner, name) => {
    used.add("rules");
    return use("refined", inner, `rules.${name}`);
  }, base());
}

const takesNull = (schema: z.core.$ZodType) => z.safeParse(schema, null).success;

function kindsOf(options: readonly z.core.$ZodType[]): string {
  const kinds = options.map((option) => option._zod.def.type).join();
  if (kinds !== "string,number") throw new Error(`the readers have nothing for one of ${kinds}`);
  return "textOrNumber";
}

/** What a schema's checks are, without those that are rules. */
function checksOf(def: { checks?: readonly z.core.$ZodCheck[] | undefined }): string {
  return (def.checks ?? [])
    .filter((check) => ruleOf(check) === undefined)
    .map((check) =>
      JSON.stringify(check._zod.def, ["check", "format", "minimum", "value", "inclusive"]),
    )
    .join();
}

function prefixOf(def: z.core.$ZodStringDef): string | undefined {
  const [check, ...others] = def.checks ?? [];
  const { format, prefix } = (check?._zod.def ?? {}) as { format?: string; prefix?: string };
  return format === "starts_with" && others.length === 0 ? prefix : undefined;
}

const TEXTS: Record<string, string> = {
  "": "text",
  '{"check":"min_length","minimum":1}': "nonEmptyText",
};

function nameOfText(def: z.core.$ZodStringDef): string {
  if ("format" in def && def.format === "base64") return "base64";
  return known(TEXTS, checksOf(def));
}

const NUMBERS: Record<string, string> = {
  "": "number",
  '{"check":"number_format","format":"safeint"}': "integer",
  '{"check":"number_format","format":"safeint"},{"check":"greater_than","value":0,"inclusive":false}':
    "positiveInteger",
};

function nameOfNumber(def: z.core.$ZodNumberDef): string {
  const own = "format" in def ? [{ check: "number_format", format: def.format }] : [];
  const all = [...own.map((each) => JSON.stringify(each)), checksOf(def)].filter(
    (text) => text !== "",
  );
  return known(NUMBERS, all.join());
}

function known(table: Record<string, string>, checks: string): string {
  const name = table[checks];
  if (name === undefined) throw new Error(`the readers have nothing for ${checks}`);
  return name;
}

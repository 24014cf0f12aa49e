import { isObject } from "../plain-object.js";

export interface FrontMatter {
  fields: Record<string, unknown>;
  body: string;
}

const HEADER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n?^---[ \t]*(?:\r?\n|$)/m;
/** `key: value` with a value that is plain text in any YAML: no quotes, brackets, comments or colons. */
const SIMPLE = /^([A-Za-z][\w-]*):[ \t]+([^\s"'[\]{}>|*&!%#@`?,:-][^#:"'\\]*?)[ \t]*$/;

/** Splits a file into its YAML header and the text after it; nothing if it has no header. */
export async function readFrontMatter(text: string): Promise<FrontMatter | undefined> {
  const match = HEADER.exec(text);
  if (match?.index !== 0) return undefined;
  const header = match[1] ?? "";
  const body = text.slice(match[0].length);
  return { fields: readSimple(header) ?? (await readYaml(header)), body };
}

/** Most headers are a few plain lines; they need no YAML parser, whose loading takes longest of all. */
function readSimple(header: string): Record<string, unknown> | undefined {
  const fields: Record<string, unknown> = {};
  for (const line of header.split(/\r?\n/)) {
    if (line.trim() === "") continue;
    const match = SIMPLE.exec(line);
    if (match === null) return undefined;
    const [, key = "", value = ""] = match;
    if (key in fields || isTyped(value)) return undefined;
    fields[key] = value;
  }
  return fields;
}

/** What YAML reads as something other than text. */
function isTyped(value: string): boolean {
  return /^(?:true|false|null|yes|no|on|off|~|[-+.\d].*)$/i.test(value);
}

async function readYaml(header: string): Promise<Record<string, unknown>> {
  // It is CommonJS: bundled, it has no named exports any more.
  const { default: yaml } = await import("yaml");
  const value: unknown = yaml.parse(header, { maxAliasCount: 0 });
  if (!isObject(value)) throw new Error("the front matter is not a list of fields");
  return value;
}

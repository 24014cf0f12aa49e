import type { Node } from "jsonc-parser";

/**
 * Sets a field in the text of a JSON object and leaves every other byte as it is: comments, commas at the end, line ends,
 * indentation. All objects on the way to the field must be there.
 */
export async function setInJson(text: string, path: string[], value: unknown): Promise<string> {
  const { parseTree } = await import("jsonc-parser");
  // The parser does not know the mark that some editors put first.
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const body = text.slice(mark.length);
  let object = asObject(parseTree(body), "it");
  for (const key of path.slice(0, -1)) object = asObject(findValue(object, key), `"${key}"`);
  const key = path.at(-1) ?? "";
  const found = findValue(object, key);
  const next = JSON.stringify(value);
  if (found) return mark + body.slice(0, found.offset) + next + body.slice(endOf(found));
  return mark + (await insert(body, object, `${JSON.stringify(key)}: ${next}`));
}

function asObject(node: Node | undefined, name: string): Node {
  if (node?.type !== "object") throw new Error(`${name} is not an object`);
  return node;
}

/** The last of several equal keys is the one that counts. */
function findValue(object: Node, key: string): Node | undefined {
  return object.children?.findLast(({ children }) => children?.[0]?.value === key)?.children?.[1];
}

const endOf = ({ offset, length }: Node) => offset + length;

/** Puts a field behind the last one, and behind the comments that may belong to that. */
async function insert(text: string, object: Node, member: string): Promise<string> {
  const { stripComments } = await import("jsonc-parser");
  const last = object.children?.at(-1);
  const close = endOf(object) - 1;
  if (last === undefined)
    return `${text.slice(0, object.offset + 1)} ${member} ${text.slice(close)}`;
  const rest = text.slice(endOf(last), close);
  const bare = stripComments(rest);
  const hasComma = bare.includes(",");
  const gap =
    /\r?\n[ \t]*$/.exec(text.slice(0, last.offset))?.[0] ??
    // A comment may go on to the end of its line.
    (bare !== rest && rest.includes("\n") ? "\n" : " ");
  const kept = rest.trimEnd();
  return [
    text.slice(0, endOf(last)),
    hasComma ? "" : ",",
    kept,
    gap,
    member,
    hasComma ? "," : "",
    rest.slice(kept.length),
    text.slice(close),
  ].join("");
}

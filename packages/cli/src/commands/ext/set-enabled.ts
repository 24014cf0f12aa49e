/** Where something stands in a text. */
interface Span {
  start: number;
  end: number;
}

/**
 * Changes `enabled` in the text of a manifest and leaves every other byte as it is. The text must be a
 * JSON object.
 */
export function setEnabled(text: string, enabled: boolean): string {
  const { members, open, close } = scanObject(text);
  // The last of several equal keys is the one that counts.
  const value = members.findLast(({ key }) => key === "enabled")?.value;
  if (value) return text.slice(0, value.start) + String(enabled) + text.slice(value.end);
  const last = members.at(-1);
  const member = `"enabled": ${String(enabled)}`;
  if (!last) return `${text.slice(0, open + 1)} ${member} ${text.slice(close)}`;
  const indent = /\n[ \t]*$/.exec(text.slice(0, last.start))?.[0].replace(/^\n/, "");
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const gap = indent === undefined ? " " : newline + indent;
  return `${text.slice(0, last.value.end)},${gap}${member}${text.slice(last.value.end)}`;
}

interface Member {
  key: string;
  start: number;
  value: Span;
}

/** The members of the outermost object, by position. The text is known to be valid JSON. */
function scanObject(text: string): { members: Member[]; open: number; close: number } {
  const open = text.indexOf("{");
  const members: Member[] = [];
  let at = skipSpace(text, open + 1);
  while (text[at] === '"') {
    const start = at;
    const keyEnd = skipValue(text, at);
    const key = JSON.parse(text.slice(start, keyEnd)) as string;
    const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = skipValue(text, valueStart);
    members.push({ key, start, value: { start: valueStart, end } });
    at = skipSpace(text, end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return { members, open, close: at };
}

function skipSpace(text: string, at: number): number {
  while (/\s/.test(text[at] ?? "")) at += 1;
  return at;
}

/** The end of the value that starts here. */
function skipValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const character = text[at];
    if (character === '"') at = skipString(text, at);
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
    else if (depth === 0) return skipLiteral(text, at);
    at += character === '"' ? 0 : 1;
  } while (depth > 0);
  return at;
}

function skipString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

function skipLiteral(text: string, start: number): number {
  let at = start;
  while (/[\w.+-]/.test(text[at] ?? "")) at += 1;
  return at;
}

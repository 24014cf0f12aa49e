import { escapeHtml } from "./escape.js";

// As much of markdown as models write: headings, lists, quotes, rules, tables, fenced code, and inside
// a line code, bold, italics and links. Everything is escaped first; no HTML of the text's own gets through.

// No pattern below can match the same characters in two ways: the time that such a one takes can grow with the square of
// its text, and anybody may have written that.
const FENCE = /^(\s*)(`{3,}|~{3,})\s*([\w+#.-]*)/;
const LIST_ITEM = /^(\s*)(?:[-*+]|(\d{1,9})[.)])\s+([^]*)$/;

/** Turns markdown into HTML that holds no script, no image to fetch and no link but to the web. */
export function renderMarkdown(text: string): string {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const html: string[] = [];
  for (let at = 0; at < lines.length;) {
    const [block, used] = readBlock(lines, at);
    if (block !== "") html.push(block);
    at += used;
  }
  return html.join("\n");
}

type Block = [html: string, lines: number];

function readBlock(lines: readonly string[], at: number): Block {
  const line = lines[at] ?? "";
  const fence = FENCE.exec(line);
  if (fence !== null) return readCode(lines, at, fence[2] ?? "```", fence[3] ?? "");
  const heading = /^(#{1,6})\s/.exec(line);
  if (heading !== null) {
    const level = Math.min(6, (heading[1] ?? "").length + 2);
    return [
      `<h${level}>${renderInline(headingText(line.slice(heading[0].length)))}</h${level}>`,
      1,
    ];
  }
  if (/^\s*([-*_])(?:\s*\1){2,}\s*$/.test(line)) return ["<hr>", 1];
  if (/^\s*>/.test(line)) return readQuote(lines, at);
  if (LIST_ITEM.test(line)) return readList(lines, at);
  if (line.includes("|") && isDelimiterRow(lines[at + 1] ?? "")) return readTable(lines, at);
  if (line.trim() === "") return ["", 1];
  return readParagraph(lines, at);
}

/** Without the signs that may close a heading. */
function headingText(line: string): string {
  let end = line.trimEnd().length;
  while (line[end - 1] === "#") end -= 1;
  return line.slice(0, end).trim();
}

function isDelimiterRow(line: string): boolean {
  return line.includes("-") && /^[\s:|-]+$/.test(line);
}

function readCode(lines: readonly string[], at: number, fence: string, language: string): Block {
  let end = at + 1;
  while (end < lines.length && !(lines[end] ?? "").trim().startsWith(fence)) end += 1;
  const code = escapeHtml(lines.slice(at + 1, end).join("\n"));
  const label = language === "" ? "" : ` data-language="${escapeHtml(language)}"`;
  return [`<pre${label}><code>${code}</code></pre>`, end - at + 1];
}

function readQuote(lines: readonly string[], at: number): Block {
  let end = at;
  while (end < lines.length && /^\s*>/.test(lines[end] ?? "")) end += 1;
  const inner = lines.slice(at, end).map((line) => line.replace(/^\s*>\s?/, ""));
  // One level is enough: a thousand of them must not overflow the stack.
  const text = inner.map((line) => line.replace(/^[\s>]+/, "")).join("\n");
  return [`<blockquote>${renderInline(text)}</blockquote>`, end - at];
}

function readList(lines: readonly string[], at: number): Block {
  const items: string[] = [];
  const ordered = LIST_ITEM.exec(lines[at] ?? "")?.[2];
  let end = at;
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? "";
    const item = LIST_ITEM.exec(line);
    if (item !== null) {
      const depth = Math.min(4, Math.floor((item[1] ?? "").length / 2));
      items.push(`<li class="depth-${depth}">${renderInline(item[3] ?? "")}`);
    } else if (/^\s+\S/.test(line) && items.length > 0) {
      items.push(`${items.pop() ?? ""}<br>${renderInline(line.trim())}`);
    } else {
      break;
    }
  }
  const tag = ordered === undefined ? "ul" : "ol";
  const start = ordered === undefined || ordered === "1" ? "" : ` start="${Number(ordered)}"`;
  return [`<${tag}${start}>${items.map((item) => `${item}</li>`).join("")}</${tag}>`, end - at];
}

function readTable(lines: readonly string[], at: number): Block {
  const cells = (line: string) =>
    line
      .trim()
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => renderInline(cell.trim()));
  const head = cells(lines[at] ?? "").map((cell) => `<th>${cell}</th>`);
  const rows: string[] = [];
  let end = at + 2;
  for (; end < lines.length && (lines[end] ?? "").includes("|"); end += 1) {
    rows.push(
      `<tr>${cells(lines[end] ?? "")
        .map((cell) => `<td>${cell}</td>`)
        .join("")}</tr>`,
    );
  }
  return [
    `<table><thead><tr>${head.join("")}</tr></thead><tbody>${rows.join("")}</tbody></table>`,
    end - at,
  ];
}

function readParagraph(lines: readonly string[], at: number): Block {
  let end = at + 1;
  while (end < lines.length && isPlain(lines[end] ?? "")) end += 1;
  return [`<p>${renderInline(lines.slice(at, end).join("\n"))}</p>`, end - at];
}

function isPlain(line: string): boolean {
  return line.trim() !== "" && !/^\s*(?:#{1,6}\s|>|`{3}|~{3})/.test(line) && !LIST_ITEM.test(line);
}

/** Code first: nothing in it means anything. */
function renderInline(text: string): string {
  // Text stands at the even places, the backticks between at the odd ones.
  const parts = text.split(/(`+)/);
  let html = "";
  let plain = parts[0] ?? "";
  for (let at = 1; at < parts.length; at += 2) {
    const [ticks = "", inner = "", close] = parts.slice(at, at + 3);
    if (inner === "" || close === undefined) {
      plain += ticks + inner;
      continue;
    }
    html += `${renderSpans(plain)}<code>${escapeHtml(inner)}</code>`;
    plain = parts[at + 3] ?? "";
    at += 2;
  }
  return html + renderSpans(plain);
}

function renderSpans(text: string): string {
  return escapeHtml(text)
    .replaceAll(/\*\*([^*\n]+)\*\*/g, "<strong>$1</strong>")
    .replaceAll(/(^|[^\w*])\*([^*\s][^*\n]*)\*(?!\w)/g, "$1<em>$2</em>")
    .replaceAll(
      // An image is shown as a link: a page that is only looked at fetches nothing.
      /!?\[([^[\]\n]*)\]\((https?:\/\/[^\s)[]+)\)/g,
      '<a href="$2" rel="noreferrer noopener">$1</a> <span class="address">($2)</span>',
    )
    .replaceAll("\n", "<br>");
}

import type { ToolCallBlock, ToolResultBlock } from "@zot/providers";
import type { ToolDetails } from "../../tools/tool.js";
import { escapeHtml } from "./escape.js";
import { firstLine } from "./first-line.js";
import { renderImage } from "./image.js";

/** Longer ones are folded twice: nobody scrolls past ten thousand lines. */
const LONGEST_SHOWN = 200_000;
const LONGEST_SUMMARY = 120;

/** A call and its result, folded to one line that says what it was about. */
export function renderToolCall(
  call: ToolCallBlock,
  result: ToolResultBlock | undefined,
  details: ToolDetails | undefined,
): string {
  const state = result === undefined ? "open" : result.is_error ? "failed" : "done";
  const facts = [
    typeof details?.exit_code === "number" && details.exit_code !== 0
      ? `exit ${details.exit_code}`
      : "",
    typeof details?.duration_ms === "number" ? duration(details.duration_ms) : "",
    state === "failed" ? "failed" : state === "open" ? "no result" : "",
  ].filter((fact) => fact !== "");
  return [
    `<details class="tool ${state}"><summary><span class="name">${escapeHtml(call.name)}</span>`,
    `<span class="about">${escapeHtml(summaryOf(call))}</span>`,
    `<span class="facts">${escapeHtml(facts.join(" · "))}</span></summary>`,
    renderArgs(call),
    result === undefined ? "" : renderResult(result, details),
    "</details>",
  ].join("");
}

function summaryOf({ args }: ToolCallBlock): string {
  const telling = args.path ?? args.command ?? args.name ?? args.query ?? args.url;
  const text = typeof telling === "string" ? telling : JSON.stringify(args);
  return firstLine(text, LONGEST_SUMMARY);
}

function renderArgs({ name, args }: ToolCallBlock): string {
  if (name === "bash" && typeof args.command === "string") {
    return `<pre class="command"><code>${escapeHtml(args.command)}</code></pre>`;
  }
  if (name === "edit") return "";
  const text = Object.entries(args)
    .map(
      ([key, value]) =>
        `${key}: ${typeof value === "string" ? value : JSON.stringify(value, null, 2)}`,
    )
    .join("\n");
  return text === "" ? "" : `<pre class="args"><code>${escapeHtml(cut(text))}</code></pre>`;
}

function renderResult(
  { content, is_error }: ToolResultBlock,
  details: ToolDetails | undefined,
): string {
  const diff = typeof details?.diff === "string" && details.diff !== "" ? details.diff : undefined;
  return content
    .map((block) => {
      if (block.type === "image") return renderImage(block);
      const found = diff ?? (is_error ? undefined : diffIn(block.text));
      return found === undefined
        ? `<pre class="result"><code>${escapeHtml(cut(block.text))}</code></pre>`
        : renderDiff(found);
    })
    .join("");
}

/** Sessions of other programs carry the diff in the result's text only. */
function diffIn(text: string): string | undefined {
  const start = /^--- .*\n\+\+\+ /m.exec(text)?.index;
  return start === undefined ? undefined : text.slice(start);
}

function renderDiff(diff: string): string {
  const lines = cut(diff)
    .trimEnd()
    .split("\n")
    .map((line) => `<span class="${kindOf(line)}">${escapeHtml(line)}\n</span>`);
  return `<pre class="diff"><code>${lines.join("")}</code></pre>`;
}

function kindOf(line: string): string {
  if (line.startsWith("+++") || line.startsWith("---")) return "file";
  if (line.startsWith("@@")) return "hunk";
  if (line.startsWith("+")) return "added";
  return line.startsWith("-") ? "removed" : "same";
}

function cut(text: string): string {
  if (text.length <= LONGEST_SHOWN) return text;
  return `${text.slice(0, LONGEST_SHOWN)}\n… [${text.length - LONGEST_SHOWN} characters left out]`;
}

function duration(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}

import type { AssistantMessage, Message, ToolResultBlock, UserMessage } from "@zot/providers";
import type { UsageTotals } from "../../cost.js";
import type { ToolDetails } from "../../tools/tool.js";
import { escapeHtml } from "./escape.js";
import { renderImage } from "./image.js";
import { renderMarkdown } from "./markdown.js";
import { STYLE } from "./style.js";
import { renderToolCall } from "./tool-call.js";

export interface PageContent {
  title: string;
  provider: string;
  model: string;
  started: string;
  messages: readonly Message[];
  details: ReadonlyMap<string, ToolDetails>;
  usage: UsageTotals;
}

/** One page that needs nothing else: no script, no font, no request to anywhere. */
export function renderPage(content: PageContent): string {
  const title = escapeHtml(content.title);
  return [
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
    // Should anything in a session ever get past the escaping, the browser still refuses to run or fetch it.
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="generator" content="zot"><title>${title}</title><style>${STYLE}</style></head><body>`,
    `<header><h1>${title}</h1><p>${renderFacts(content)}</p></header><main>`,
    ...renderMessages(content),
    "</main></body></html>\n",
  ].join("\n");
}

function renderFacts({ provider, model, started, messages, usage }: PageContent): string {
  const tokens = usage.input + usage.cache_read + usage.cache_write + usage.output;
  const facts = [
    [provider, model].filter((part) => part !== "").join(" / "),
    started.slice(0, 16).replace("T", " "),
    `${messages.length} messages`,
    tokens > 0 ? `${tokens.toLocaleString("en")} tokens` : "",
    usage.cost_usd > 0 ? `$${usage.cost_usd.toFixed(usage.cost_usd < 0.1 ? 4 : 2)}` : "",
  ];
  return facts
    .filter((fact) => fact !== "")
    .map(escapeHtml)
    .join(" · ");
}

function renderMessages({ messages, details }: PageContent): string[] {
  return messages.map((message, index) => {
    if (message.role === "user") return renderUser(message);
    // Results are shown with the calls that they belong to.
    if (message.role === "tool") return "";
    const next = messages[index + 1];
    return renderAssistant(message, next?.role === "tool" ? next.content : [], details);
  });
}

function renderUser({ content, time }: UserMessage): string {
  const blocks = content.map((block) =>
    block.type === "image" ? renderImage(block) : `<p class="said">${escapeHtml(block.text)}</p>`,
  );
  return `<section class="user"${title(time)}>${blocks.join("")}</section>`;
}

function renderAssistant(
  { content, time }: AssistantMessage,
  results: readonly ToolResultBlock[],
  details: ReadonlyMap<string, ToolDetails>,
): string {
  const blocks = content.map((block) => {
    switch (block.type) {
      case "text":
        return renderMarkdown(block.text);
      case "reasoning":
        return block.text === ""
          ? ""
          : `<details class="reasoning"><summary>Reasoning</summary>${renderMarkdown(block.text)}</details>`;
      case "tool_call": {
        const result = results.find(({ call_id }) => call_id === block.id);
        return renderToolCall(block, result, details.get(block.id));
      }
    }
  });
  return `<section class="assistant"${title(time)}>${blocks.join("\n")}</section>`;
}

function title(time: string): string {
  return ` title="${escapeHtml(time.slice(0, 19).replace("T", " "))}"`;
}

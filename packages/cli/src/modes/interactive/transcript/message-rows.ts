import type { Message } from "@zot/sdk";
import { fit, textRows, type Theme } from "@zot/tui";
import { renderMarkdown } from "@zot/tui/markdown";
import { describeCall } from "./describe-call.js";

/** A message of the transcript as rows, for reading it again. */
export function messageRows(message: Message, width: number, theme: Theme): string[] {
  if (message.role === "user") {
    const text = message.content.map((part) => (part.type === "text" ? part.text : "[image]"));
    return userMessageRows(text.join("\n"), width, theme);
  }
  if (message.role === "assistant") {
    return message.content.flatMap((part) => {
      if (part.type === "text") return ["", ...renderMarkdown(part.text, width, { theme })];
      if (part.type === "reasoning") return [];
      const call = `${part.name} ${describeCall(part.name, part.args)}`;
      return ["", ...textRows(call, width, { style: theme.style("accent") })];
    });
  }
  return message.content.flatMap(({ content }) =>
    content.flatMap((part) =>
      textRows(part.type === "text" ? part.text : "[image]", width, {
        anywhere: true,
        style: theme.style("muted"),
      }),
    ),
  );
}

/** Rows of one prompt at most; what is longer was pasted. */
const MOST_ROWS = 40;

/** What the user said, set apart by its background. */
export function userMessageRows(text: string, width: number, theme: Theme): string[] {
  const rows = textRows(text.trimEnd(), Math.max(1, width - 2));
  const shown =
    rows.length <= MOST_ROWS
      ? rows
      : [...rows.slice(0, MOST_ROWS - 1), `… ${rows.length - MOST_ROWS + 1} more rows`];
  const paint = theme.style("user");
  return ["", ...shown.map((row, at) => paint(fit(`${at === 0 ? "›" : " "} ${row}`, width)))];
}

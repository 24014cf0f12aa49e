import type { Ask, Question } from "@zot/sdk";
import { ConfirmDialog, textRows, type Theme } from "@zot/tui";
import { visibleLine } from "@zot/tui/sanitize";
import type { App } from "../app.js";
import { describeAsker, describeRewrite } from "../transcript/call-parts.js";
import { callRows } from "../transcript/call-rows.js";

/** Asks the user: no (preselected), once, always for this tool. */
export async function askBefore(
  app: App,
  question: Question,
  signal: AbortSignal,
): ReturnType<Ask> {
  const { tool, origin } = question;
  const whose = origin === undefined ? "" : `, asked by ${visibleLine(origin)},`;
  const dialog = new ConfirmDialog<"no" | "once" | "always">({
    theme: app.theme,
    title: visibleLine(question.question),
    message: describeAsker(question),
    subject: (width) => subjectRows(question, width, app.theme),
    signal,
    height: () => app.screen.height - 1,
    choices: [
      { value: "no", label: "No", key: "n" },
      { value: "once", label: "Yes, once", key: "y" },
      { value: "always", label: `Always for ${visibleLine(tool)}${whose} in this run`, key: "a" },
    ],
  });
  const answer = await app.stage.interrupt(dialog);
  return answer === "once" || answer === "always"
    ? { allowed: true, always: answer === "always" }
    : { allowed: false, reason: "the user refused this call" };
}

function subjectRows(question: Question, width: number, theme: Theme): string[] {
  const rewrite = describeRewrite(question);
  return [
    ...(rewrite === undefined ? [] : textRows(rewrite, width, { style: theme.style("warn") })),
    ...callRows(question.tool, question.args, width, theme),
  ];
}

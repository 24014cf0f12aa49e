import type { AgentHooks, AgentOptions, Question } from "@zot/core";
import { ConfirmDialog, textRows, type Theme } from "@zot/tui";
import { visibleLine } from "@zot/tui/sanitize";
import type { App } from "../app.js";
import { describeAsker, describeRewrite } from "../transcript/call-parts.js";
import { callRows } from "../transcript/call-rows.js";

type Ask = NonNullable<AgentOptions["ask"]>;

/** Has every call confirmed that the user did not allow for good. */
export function confirmHook({ permissions }: App): AgentHooks {
  return {
    name: "confirm",
    beforeToolCall: ({ name, origin }) =>
      permissions.yolo || permissions.always.has(allowance(name, origin))
        ? undefined
        : { action: "ask", question: `Run ${name}?` },
  };
}

/** What "always" holds for: a tool, in the hands of the model or of one extension. */
function allowance(tool: string, origin: string | undefined): string {
  return JSON.stringify([tool, origin]);
}

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
  if (answer === "always") app.permissions.always.add(allowance(tool, origin));
  return answer === "once" || answer === "always"
    ? { allowed: true }
    : { allowed: false, reason: "the user refused this call" };
}

function subjectRows(question: Question, width: number, theme: Theme): string[] {
  const rewrite = describeRewrite(question);
  return [
    ...(rewrite === undefined ? [] : textRows(rewrite, width, { style: theme.style("warn") })),
    ...callRows(question.tool, question.args, width, theme),
  ];
}

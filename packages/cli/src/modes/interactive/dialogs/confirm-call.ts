import type { AgentHooks, AgentOptions } from "@zot/core";
import { ConfirmDialog } from "@zot/tui";
import type { App } from "../app.js";
import { describeCall } from "../transcript/describe-call.js";

type Ask = NonNullable<AgentOptions["ask"]>;

/** Has every call confirmed that the user did not allow for good. */
export function confirmHook(app: App): AgentHooks {
  return {
    name: "confirm",
    beforeToolCall: ({ name }) =>
      app.permissions.yolo || app.permissions.always.has(name)
        ? undefined
        : { action: "ask", question: `Run ${name}?` },
  };
}

/** Asks the user: no (preselected), once, always for this tool. */
export async function askBefore(
  app: App,
  { tool, args, question }: Parameters<Ask>[0],
  signal: AbortSignal,
): ReturnType<Ask> {
  const dialog = new ConfirmDialog<"no" | "once" | "always">({
    theme: app.theme,
    title: question,
    message: describeCall(tool, args),
    signal,
    choices: [
      { value: "no", label: "No", key: "n" },
      { value: "once", label: "Yes, once", key: "y" },
      { value: "always", label: `Yes, always for ${tool} in this run`, key: "a" },
    ],
  });
  const answer = await app.stage.interrupt(dialog);
  if (answer === "always") app.permissions.always.add(tool);
  return answer === "once" || answer === "always"
    ? { allowed: true }
    : { allowed: false, reason: "the user refused this call" };
}

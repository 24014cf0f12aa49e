import type { AgentHooks, AgentOptions } from "@zot/core";
import { ConfirmDialog } from "@zot/tui";
import type { App } from "../app.js";

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
    message: describeWhole(tool, args),
    signal,
    height: () => app.screen.height - 1,
    choices: [
      { value: "no", label: "No", key: "n" },
      { value: "once", label: "Yes, once", key: "y" },
      { value: "always", label: `Always for ${tool} in this run`, key: "a" },
    ],
  });
  const answer = await app.stage.interrupt(dialog);
  if (answer === "always") app.permissions.always.add(tool);
  return answer === "once" || answer === "always"
    ? { allowed: true }
    : { allowed: false, reason: "the user refused this call" };
}

/** What is asked about must be seen; what finds no room is counted, never hidden. */
const MOST_CHARACTERS = 20_000;

function describeWhole(tool: string, args: Record<string, unknown>): string {
  const { command, path, content, edits } = args;
  if (tool === "bash" && typeof command === "string") return cut(`$ ${command}`);
  if (tool === "write" && typeof path === "string") return cut(`${path}\n${String(content)}`);
  if (tool === "edit" && typeof path === "string" && Array.isArray(edits)) {
    const changes = (edits as { oldText?: unknown; newText?: unknown }[]).map(
      ({ oldText, newText }) => `${mark("-", oldText)}\n${mark("+", newText)}`,
    );
    return cut([path, ...changes].join("\n"));
  }
  return cut(JSON.stringify(args, undefined, 1));
}

function mark(sign: string, text: unknown): string {
  return String(text)
    .split("\n")
    .map((line) => `${sign} ${line}`)
    .join("\n");
}

function cut(whole: string): string {
  const text = whole.trimEnd();
  const left = text.length - MOST_CHARACTERS;
  return left <= 0 ? text : `${text.slice(0, MOST_CHARACTERS)}\n… ${left} more characters`;
}

import type { CommandOutcome, ExtensionHost, ToolOutcome } from "@zot/sdk/extensions";
import type { Request } from "./read-line.js";

/** What to show, and whether it went well. */
export interface Answer {
  text: string;
  ok: boolean;
}

type Asked = Exclude<Request, { kind: "do" }>;

/** Does to an extension what zot would. */
export async function answer(host: ExtensionHost, request: Asked): Promise<Answer> {
  switch (request.kind) {
    case "call":
      return renderTool(await host.callTool(request.name, request.args));
    case "command":
      return renderCommand(await host.invokeCommand(request.name, request.args));
    case "guard":
      return guard(host, request);
    case "event":
      host.emit({ event: request.name, ...request.fields });
      return { text: "sent, to whoever subscribed to it", ok: true };
    case "key":
      return host.pressPanelKey(request.key, request.text)
        ? { text: "pressed", ok: true }
        : { text: "no panel is open", ok: false };
    case "list":
      return { text: renderRegistrations(host), ok: true };
  }
}

function renderTool({ content, is_error, saved_to }: ToolOutcome): Answer {
  const blocks = content.map((block) =>
    block.type === "text"
      ? block.text
      : `(an image: ${block.mime_type}, ${Math.round(block.data.length * 0.75)} bytes)`,
  );
  const saved = saved_to === undefined ? [] : [`(cut; the whole is in ${saved_to})`];
  return { text: [...blocks, ...saved].join("\n"), ok: !is_error };
}

function renderCommand(outcome: CommandOutcome): Answer {
  const { action, error, prompt, insert, display, open_panel } = outcome;
  if (error !== undefined && error !== "") return { text: error, ok: false };
  const text = {
    prompt: `prompt: ${prompt ?? ""}`,
    insert: `insert: ${insert ?? ""}`,
    display: display ?? "",
    open_panel: `panel: ${open_panel?.title ?? open_panel?.id ?? ""}`,
    noop: "nothing to show",
  }[action];
  return { text, ok: true };
}

async function guard(
  host: ExtensionHost,
  { name, args }: Extract<Asked, { kind: "call" | "guard" }>,
): Promise<Answer> {
  const call = { tool_id: "dev", tool_name: name, tool_args: args };
  const decision = await host.intercept("tool_call", call);
  if (decision.blocked) return { text: `blocked: ${decision.reason}`, ok: true };
  if (decision.rewrittenBy.length === 0) return { text: "allowed", ok: true };
  return { text: `rewritten: ${JSON.stringify(decision.subject.tool_args)}`, ok: true };
}

export function renderRegistrations(host: ExtensionHost): string {
  const guards = host.extensions().flatMap(({ intercepts }) => intercepts);
  const parts = [
    ...host.commands().map(({ name }) => `/${name}`),
    ...host.tools().map(({ name }) => name),
    ...guards.map((event) => `guards ${event}`),
  ];
  return parts.length === 0 ? "it registered nothing" : parts.join("  ");
}

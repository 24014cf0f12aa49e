import type { Message } from "@zot/sdk";
import { ScrollView, Spinner, textRows } from "@zot/tui";
import { renderMarkdown } from "@zot/tui/markdown";
import { UsageError } from "../../../errors.js";
import { explainFailureWithin } from "../../../explain-failure.js";
import { describeWaiting } from "../../extension-notes.js";
import type { App } from "../app.js";

/** `/btw <question>`: a side question that sees the conversation and leaves no trace in it. */
export async function run(app: App, args: string): Promise<void> {
  if (args === "") throw new UsageError("ask something: /btw <question>");
  const { host, workspace } = app;
  const { agent, builtins } = workspace;
  const ended = new AbortController();
  const spinner = new Spinner(() => {
    app.render();
  });
  let answer = "";
  let problem = "";
  const doing = () => (host.starting().length > 0 ? describeWaiting(host) : "answering");
  const close = app.stage.open(
    new ScrollView({
      theme: app.theme,
      title: `btw: ${args}`,
      rows: (width) => [
        ...renderMarkdown(answer, width, { theme: app.theme }),
        ...(problem === "" ? [] : textRows(problem, width, { style: app.theme.style("error") })),
        ...(spinner.isRunning ? [app.theme.paint("muted", `${spinner.frame} ${doing()}`)] : []),
      ],
      height: () => Math.max(1, Math.min(16, app.screen.height - 4)),
      onClose: () => {
        ended.abort();
        spinner.stop();
        close();
      },
    }),
  );
  spinner.start();
  const request = {
    model: agent.model,
    system: builtins.system,
    messages: [...withoutOpenCalls(agent.messages), question(args)],
  };
  for await (const event of agent.client.stream(request, ended.signal)) {
    if (event.type === "text_delta") answer += event.delta;
    if (event.type === "error" && !ended.signal.aborted)
      problem = explainFailureWithin(event.error);
    app.render();
  }
  spinner.stop();
  app.render();
}

/** A call without its result can't be sent: vendors refuse it. */
function withoutOpenCalls(messages: readonly Message[]): readonly Message[] {
  const last = messages.at(-1);
  const isOpen =
    last?.role === "assistant" && last.content.some(({ type }) => type === "tool_call");
  return isOpen ? messages.slice(0, -1) : messages;
}

function question(text: string): Message {
  return { role: "user", content: [{ type: "text", text }], time: new Date().toISOString() };
}

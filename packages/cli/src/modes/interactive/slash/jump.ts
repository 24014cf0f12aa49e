import type { Message } from "@zot/sdk";
import { ScrollView, SelectDialog } from "@zot/tui";
import type { App } from "../app.js";
import { viewHeight } from "../dialogs/output-viewer.js";
import { begin } from "./session-actions.js";
import { openSession } from "../switch-session.js";
import { messageRows } from "../transcript/message-rows.js";

interface Place {
  /** Among the messages that the model sees. */
  readonly at: number;
  readonly text: string;
}

/** `/jump`: back to an earlier prompt, to read it again or to go on from there in another direction. */
export async function run(app: App, args: string): Promise<void> {
  const { messages } = app.workspace.agent;
  const places = messages.flatMap((message, at): Place[] =>
    message.role === "user" ? [{ at, text: textOf(message) }] : [],
  );
  const list = new SelectDialog({
    theme: app.theme,
    title: "Earlier prompts",
    ...(places.length === 0 ? { message: "Nothing was said yet." } : {}),
    filter: true,
    maxRows: () => Math.max(2, Math.min(12, app.screen.height - 6)),
    items: places.toReversed().map((place) => ({ value: place, label: place.text })),
  });
  if (args !== "") list.handlePaste(args);
  const place = await app.stage.show(list);
  if (place === undefined) return;
  const way = await app.stage.show(
    new SelectDialog<"show" | "fork">({
      theme: app.theme,
      title: "Jump",
      message: place.text.trimEnd(),
      height: () => app.screen.height - 1,
      items: [
        { value: "show", label: "Show it", description: "with what came of it" },
        {
          value: "fork",
          label: "Go on from here",
          description: "in a fork; the prompt comes back into the editor",
        },
      ],
    }),
  );
  if (way === "show") show(app, messages, place);
  if (way === "fork") await forkAt(app, messages, place);
}

function show(app: App, messages: readonly Message[], { at, text }: Place): void {
  const next = messages.findIndex((message, index) => index > at && message.role === "user");
  const turn = messages.slice(at, next === -1 ? undefined : next);
  const close = app.stage.open(
    new ScrollView({
      theme: app.theme,
      title: text,
      rows: (width) => turn.flatMap((message) => messageRows(message, width, app.theme)),
      height: () => viewHeight(app.screen.height),
      onClose: () => {
        close();
      },
    }),
  );
}

async function forkAt(app: App, messages: readonly Message[], { at, text }: Place): Promise<void> {
  const { session, store } = app.workspace;
  if (session === undefined || session.isEmpty) {
    app.notes.say("error", "this run keeps no session, so there is nothing to fork");
    return;
  }
  // The file may hold more messages than the model sees, all of them before: count from the end.
  const total = store.list().find(({ path }) => path === session.path)?.messages ?? 0;
  const before = total - (messages.length - at);
  if (before <= 0) await begin(app);
  else await openSession(app, await store.fork(session.path, { at: before }));
  app.editor.setText(text);
}

function textOf(message: Extract<Message, { role: "user" }>): string {
  return message.content.map((part) => (part.type === "text" ? part.text : "[image]")).join("\n");
}

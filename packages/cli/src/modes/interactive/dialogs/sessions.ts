import type { SessionStore, SessionSummary } from "@zot/sdk";
import { SelectDialog } from "@zot/tui";
import type { App } from "../app.js";
import { count } from "../format.js";

/** Lets the user choose one of this folder's sessions. */
export function pickSession(
  app: App,
  store: SessionStore,
  except?: string,
): Promise<SessionSummary | undefined> {
  const items = store
    .list()
    .filter(({ path }) => path !== except)
    .map((session) => ({
      value: session,
      label: nameOf(session),
      description: `${formatTime(session.modified)} · ${count(session.messages, "message")} · ${session.model}`,
    }));
  return app.stage.show(
    new SelectDialog({
      theme: app.theme,
      title: "Sessions of this folder",
      ...(items.length === 0
        ? { message: `There is no ${except === undefined ? "session" : "other session"} yet.` }
        : {}),
      items,
      filter: true,
      maxRows: () => Math.max(2, Math.min(12, app.screen.height - 6)),
    }),
  );
}

/** What a session is called where it is listed: its title, else how it began. */
export function nameOf({ title, firstPrompt, id }: SessionSummary): string {
  return title ?? firstPrompt ?? id;
}

/** How long ago, or the day. */
export function formatTime(time: Date, now = new Date()): string {
  const minutes = Math.floor((now.getTime() - time.getTime()) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
  const two = (number: number) => String(number).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

import { resolvePath, type Session, type SessionTree } from "@zot/sdk";
import { ConfirmDialog, SelectDialog, textRows } from "@zot/tui";
import { CliError, UsageError } from "../../../errors.js";
import type { App } from "../app.js";
import { count, formatCost } from "../format.js";
import { formatTime, nameOf, pickSession } from "../dialogs/sessions.js";
import { emptyScreen, openSession } from "../switch-session.js";

/** The session, if there is one on file. */
function current(app: App): Session {
  const { session } = app.workspace;
  if (session === undefined) throw new CliError("this run keeps no session (--no-session)");
  if (session.isEmpty) throw new CliError("nothing was said yet, so there is no session on file");
  return session;
}

export function describe(app: App): void {
  const { session, agent } = app.workspace;
  const { input, output, cache_read, cost_usd } = agent.usage;
  const lines = [
    session === undefined ? "no session is kept (--no-session)" : session.path,
    ...(session?.meta.title === undefined ? [] : [`title ${session.meta.title}`]),
    `${count(agent.messages.length, "message")} · ${input} tokens in, ${cache_read} more from the cache, ${output} out · ${formatCost(cost_usd)}`,
    "type /session and a space for what can be done with it",
  ];
  app.transcript.addRows((width) => ["", ...lines.flatMap((line) => textRows(line, width))]);
}

/** A path that ends in `.html` gets a page to look at, any other a `.zotsession` to import elsewhere. */
export async function exportTo(app: App, destination: string): Promise<void> {
  const { path } = current(app);
  const { store, cwd } = app.workspace;
  const target = resolvePath(destination === "" ? "." : destination, cwd);
  const written = /\.html?$/i.test(target)
    ? await store.exportHtml(path, target)
    : await store.export(path, target);
  app.notes.say("success", `written to ${written}`);
}

export async function importFrom(app: App, file: string): Promise<void> {
  if (file === "") throw new UsageError("name the file: /session import <file.zotsession>");
  const { store, cwd } = app.workspace;
  await openSession(app, await store.import(resolvePath(file, cwd)));
}

/** Goes on in a copy; the session itself stays as it is. */
export async function fork(app: App): Promise<void> {
  const { path } = current(app);
  await openSession(app, await app.workspace.store.fork(path));
  app.notes.say("success", "this is a fork now; the session it came from stays as it is");
}

/** Shows which session was forked from which; enter goes on with one. */
export async function showTree(app: App): Promise<void> {
  const { store } = app.workspace;
  const here = app.workspace.session?.path;
  const items = store.tree().flatMap((tree) => flatten(tree, 0, here));
  const chosen = await app.stage.show(
    new SelectDialog({
      theme: app.theme,
      title: "Sessions and their forks",
      ...(items.length === 0 ? { message: "There is none yet." } : {}),
      items,
      ...(here === undefined ? {} : { selected: here }),
      maxRows: () => Math.max(2, Math.min(12, app.screen.height - 6)),
    }),
  );
  if (chosen !== undefined && chosen !== here) await openSession(app, chosen);
}

function flatten(
  { session, forks }: SessionTree,
  depth: number,
  here: string | undefined,
): { value: string; label: string; description: string }[] {
  const lead = depth === 0 ? "" : `${"  ".repeat(depth - 1)}└ `;
  const item = {
    value: session.path,
    label: lead + nameOf(session),
    description: [
      ...(session.path === here ? ["this one"] : []),
      formatTime(session.modified),
      count(session.messages, "message"),
    ].join(" · "),
  };
  return [item, ...forks.flatMap((tree) => flatten(tree, depth + 1, here))];
}

export async function rename(app: App, title: string): Promise<void> {
  if (title === "") throw new UsageError("say how: /session rename <title>");
  await current(app).rename(title);
  app.notes.say("success", `the session is now called ${title}`);
}

/** Lets the user choose a session and deletes it, after a question. */
export async function remove(app: App): Promise<void> {
  const { store, session } = app.workspace;
  const chosen = await pickSession(app, store, session?.path);
  if (chosen === undefined) return;
  const answer = await app.stage.show(
    new ConfirmDialog<"no" | "yes">({
      theme: app.theme,
      title: "Delete this session?",
      message: `${nameOf(chosen).trimEnd()}\n${chosen.path}`,
      height: () => app.screen.height - 1,
      choices: [
        { value: "no", label: "No", key: "n" },
        { value: "yes", label: "Yes, for good", key: "y" },
      ],
    }),
  );
  if (answer !== "yes") return;
  store.delete(chosen.path);
  app.notes.say("success", "deleted");
}

/** Begins a new session; the old one stays on file. */
export async function begin(app: App): Promise<void> {
  app.turns.stop();
  await app.workspace.switchSession(app.workspace.newSession());
  await emptyScreen(app);
}

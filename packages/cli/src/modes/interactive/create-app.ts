import { join } from "node:path";
import { redact, type Workspace } from "@zot/sdk";
import { Editor, type LiveView, type Screen, type Theme } from "@zot/tui";
import type { Options } from "../../args/flags.js";
import { explainFailureWithin } from "../../explain-failure.js";
import { Activity } from "./activity.js";
import type { App } from "./app.js";
import { fileCompleter } from "./completion/file-completer.js";
import { slashCompleter } from "./completion/slash-completer.js";
import { DialogStage } from "./dialogs/stage.js";
import { PanelView } from "./extensions/panel-view.js";
import { describeExtensions } from "./extensions/states.js";
import { KeyRouter } from "./keys.js";
import { NoteBoard } from "./note-board.js";
import { PromptHistory } from "./prompt-history.js";
import { RenderGuard } from "./render-guard.js";
import { renderStatusBar } from "./status-bar.js";
import type { Started } from "./start-session.js";
import { Transcript } from "./transcript/transcript.js";
import { Turns } from "./turns.js";
import { guardParts, renderView } from "./view.js";

export interface AppSetup {
  readonly screen: Screen;
  readonly theme: Theme;
  readonly home: string;
  readonly cwd: string;
  readonly options: Options;
}

/** The app with what only the mode itself uses. */
export interface RunningApp extends App {
  /** Opens the workspace, sends the first prompt, and resolves when the user leaves. */
  run(prompt: string): Promise<void>;
  /** Ends what runs behind the screen. */
  close(): Promise<void>;
}

/** Makes the parts of the mode and introduces them to each other. */
export function createApp({ screen, theme, home, cwd, options }: AppSetup): RunningApp {
  const render = () => {
    screen.requestRender();
  };
  let opened!: (workspace: Workspace) => void;
  let leave!: () => void;
  // Stays open when the start fails: the run then ends with that error, and nobody waits for this any more.
  const ready = new Promise<Workspace>((resolve) => {
    opened = resolve;
  });
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });

  const history = new PromptHistory(join(home, "history.jsonl"), redact);
  const notes = new NoteBoard(theme, render, () => screen.height);
  const guard = new RenderGuard((what, error) => {
    notes.say(
      "error",
      `${what} could not be drawn; the reason is in ${join(home, "logs/zot.log")}`,
    );
    const stack = error instanceof Error ? error.stack : String(error);
    void ready.then(({ logger }) => {
      logger?.error({ what, stack }, "a part of the screen could not be drawn");
    });
  });
  const transcript = new Transcript(screen, guard, theme);
  const activity = new Activity(theme, render);
  const panels = new PanelView(theme, guard);
  const stage = new DialogStage(render, () => !editor.isEmpty);
  const editor: Editor = new Editor({
    theme,
    history: history.entries,
    placeholder: "Ask, or / for commands",
    completers: [slashCompleter(() => started?.host.commands() ?? []), fileCompleter(cwd)],
    get popupRows() {
      return Math.max(2, Math.min(10, screen.height - 5));
    },
    get maxRows() {
      return Math.max(1, Math.min(12, screen.height - 4));
    },
    onChange: render,
    onSubmit: (text) => {
      history.add(text);
      void app.turns.submit(text);
    },
  });
  let started: Started | undefined;
  let isClosed = false;
  const get = () => {
    if (started === undefined) throw new Error("zot is still starting");
    return started;
  };

  const app: RunningApp = {
    theme,
    screen,
    editor,
    history,
    notes,
    stage,
    transcript,
    calls: [],
    ready,
    render,
    get turns() {
      return turns;
    },
    get workspace() {
      return get().workspace;
    },
    get host() {
      return get().host;
    },
    get follower() {
      return get().follower;
    },
    exit: leave,
    async run(prompt) {
      const { startSession } = await import("./start-session.js");
      const starting = startSession({ app, options, panels, activity }).then(async (made) => {
        started = made;
        // Whoever left meanwhile waits for nothing any more; its extensions run already.
        if (isClosed) return made.workspace.close();
        opened(made.workspace);
        render();
        if (prompt !== "") void turns.submit(prompt);
      });
      await Promise.race([left, starting.then(() => left)]);
    },
    async close() {
      isClosed = true;
      activity.end();
      await started?.workspace.close();
    },
  };
  const turns = new Turns(app, activity, (outcome) => {
    void import("./dialogs/rescue.js")
      .then(({ offerRescue }) => offerRescue(app, outcome))
      .catch((error: unknown) => {
        notes.say("error", explainFailureWithin(error));
      });
  });
  const keys = new KeyRouter({
    app,
    panels,
    openViewer: () => {
      void import("./dialogs/output-viewer.js").then(({ openViewer }) => {
        openViewer(app, app.calls);
      });
    },
  });
  const isAsking = () =>
    started === undefined ? options["no-yolo"] : started.workspace.permissions.mode === "ask";
  const signs = () => [
    ...(keys.isLeaving ? ["ctrl+c again leaves"] : []),
    ...(isAsking() ? ["ask mode"] : []),
    ...(started?.workspace.builtins.jail.locked === true ? ["jail"] : []),
    ...describeExtensions(started?.host.extensions() ?? []),
  ];
  screen.terminal.onInput(keys.handle);
  const isEditing = () => !stage.isOpen && !panels.isOpen;
  const view: LiveView = (width, height) =>
    renderView(
      guardParts(guard, {
        transcript: (columns, rows) => transcript.render(columns, rows),
        waiting: (columns) => turns.renderWaiting(columns),
        activity: (columns) => activity.render(columns, isEditing()),
        notes: (columns) => notes.render(columns),
        panels: (columns, rows) => panels.render(columns, rows),
        dialog: (columns) => [
          ...stage.render(columns),
          ...(stage.isWaiting ? [theme.paint("muted", "it waits until you are done typing")] : []),
        ],
        editor: (columns) => editor.render(columns),
        status: (columns) =>
          renderStatusBar({ theme, cwd, workspace: started?.workspace, signs: signs() }, columns),
        isEditing,
        isAsking: () => stage.isOpen,
        textOf: { notes: () => notes.text, editor: () => editor.shownText },
      }),
      width,
      height,
    );
  screen.setLive(
    view,
    (count) => transcript.keep(count),
    () => stage.isOpen || panels.isOpen || editor.isPopupOpen,
  );
  return app;
}

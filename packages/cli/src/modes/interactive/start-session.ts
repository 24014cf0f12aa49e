import { relative } from "node:path";
import type { ExtensionHost, Workspace, WorkspaceEvent } from "@zot/sdk";
import { checkTools } from "../../args/choose-tools.js";
import type { Options } from "../../args/flags.js";
import { explainFailureWithin } from "../../explain-failure.js";
import { openWorkspace } from "../../open-workspace.js";
import type { Activity } from "./activity.js";
import type { App } from "./app.js";
import { askBefore } from "./dialogs/confirm-call.js";
import { pickSession } from "./dialogs/sessions.js";
import { askSkillsTrust, askTrust, oneAtATime } from "./dialogs/trust.js";
import { followExtensions } from "./extensions/follow-extensions.js";
import type { PanelView } from "./extensions/panel-view.js";
import { replayMessages } from "./transcript/replay.js";
import { TurnFollower } from "./transcript/turn-follower.js";
import { welcomeRows } from "./welcome.js";

export interface StartParts {
  readonly app: App;
  readonly options: Options;
  readonly panels: PanelView;
  readonly activity: Activity;
}

/** What there is once the workspace is open. */
export interface Started {
  readonly workspace: Workspace;
  readonly host: ExtensionHost;
  readonly follower: TurnFollower;
}

/** Opens the workspace, which starts the extensions, and shows what was said before. */
export async function startSession(parts: StartParts): Promise<Started> {
  const { app, options, panels } = parts;
  const follower = new TurnFollower({
    theme: app.theme,
    transcript: app.transcript,
    calls: app.calls,
    mayChangeAnswers: () =>
      workspace.host
        ?.extensions()
        .some(({ intercepts }) => intercepts.includes("assistant_message")) === true,
  });
  const inTurn = oneAtATime();
  const note = (line: string) => {
    app.notes.say("warn", line);
  };
  const workspace: Workspace = await openWorkspace(options, {
    keepsSession: true,
    noteFork: note,
    pickSession: async (store) => (await pickSession(app, store))?.path,
    interactive: true,
    skills: !options["no-skill"],
    offline: "unreachable",
    decideTrust: (request) => inTurn(() => askTrust(app, request)),
    decideSkills: (request) => inTurn(() => askSkillsTrust(app, request)),
    ask: (question, signal) => askBefore(app, question, signal),
    onEvent: followWorkspace(parts, follower),
    onStarted: (started) => {
      noteOddities(options, started, note);
    },
  });
  const { session, model, host } = workspace;
  if (host === undefined) throw new Error("the interactive mode has a host");
  if (session && session.messages.length > 0) replayMessages(follower, session);
  else if (model.provider === "offline" && options.provider !== "offline") {
    app.transcript.addRows((width) => welcomeRows(width, app.theme));
  }
  panels.attach(host);
  return { workspace, host, follower };
}

/** Shows everything that happens. */
function followWorkspace({ app, activity, panels }: StartParts, follower: TurnFollower) {
  const followExtension = followExtensions(app, panels);
  return (event: WorkspaceEvent) => {
    activity.follow(event);
    follower.follow(event);
    followExtension(event);
    if (event.type === "queue") app.render();
    if (event.type === "save_failed") app.notes.say("error", event.message);
    if (event.type === "notice") {
      const { message, cause } = event;
      const explained =
        cause instanceof Error
          ? message.replace(cause.message, explainFailureWithin(cause))
          : message;
      app.notes.say("warn", explained);
    }
  };
}

/** What is odd about tools and skills is known once the extensions are up; it is no reason to leave. */
function noteOddities(options: Options, workspace: Workspace, note: (line: string) => void): void {
  // A project that brings a skill of a name that is taken may mean well, or not.
  for (const { path, problem, isShadowed } of workspace.builtins.problems) {
    const way = relative(workspace.cwd, path);
    if (isShadowed === true && !way.startsWith("..")) note(`${way} is not used: ${problem}`);
  }
  try {
    checkTools(options, workspace.allTools);
  } catch (error) {
    note(explainFailureWithin(error));
  }
}

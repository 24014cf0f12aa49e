import type { Options } from "../../args/flags.js";
import type { Workspace } from "../../wiring/workspace.js";
import type { Activity } from "./activity.js";
import type { App } from "./app.js";
import { openWorkspace } from "./boot.js";
import { followHost } from "./extensions/follow-host.js";
import type { PanelView } from "./extensions/panel-view.js";
import { askBefore, confirmHook } from "./dialogs/confirm-call.js";
import { askSkillsTrust, askTrust, oneAtATime } from "./dialogs/trust.js";
import { pickSession } from "./dialogs/sessions.js";
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
  readonly follower: TurnFollower;
}

/** Opens the workspace, shows what was said before, and starts the extensions. */
export async function startSession(parts: StartParts): Promise<Started> {
  const { app, options, panels, activity } = parts;
  const follower = new TurnFollower({
    theme: app.theme,
    transcript: app.transcript,
    calls: app.calls,
    mayChangeAnswers: () =>
      workspace.host
        .extensions()
        .some((extension) => extension.intercepts.includes("assistant_message")),
  });
  const inTurn = oneAtATime();
  const workspace: Workspace = await openWorkspace(options, {
    note: (line) => {
      app.notes.say("warn", line);
    },
    pickSession: async (around) => (await pickSession(app, around.store))?.path,
    decideTrust: (request) => inTurn(() => askTrust(app, request)),
    decideSkills: (request) => inTurn(() => askSkillsTrust(app, request)),
    hooks: [confirmHook(app)],
    ask: (question, signal) => askBefore(app, question, signal),
    onQueueChange: () => {
      app.render();
    },
    onEvent: (event) => {
      activity.follow(event);
      follower.follow(event);
      if (event.type === "save_failed") app.notes.say("error", event.message);
    },
  });
  const { session, connection } = workspace;
  if (session && session.messages.length > 0) replayMessages(follower, session);
  else if (connection.provider === "offline" && options.provider !== "offline") {
    app.transcript.addRows((width) => welcomeRows(width, app.theme));
  }
  followHost(app, workspace.host, panels);
  void workspace.start();
  return { workspace, follower };
}

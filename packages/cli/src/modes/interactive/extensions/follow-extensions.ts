import type { WorkspaceEvent } from "@zot/sdk";
import { explainFailureWithin } from "../../../explain-failure.js";
import type { App } from "../app.js";
import { runSlashCommand } from "../slash/dispatch.js";
import type { PanelView } from "./panel-view.js";

/** Shows what extensions say and what happens to them, event by event. */
export function followExtensions(app: App, panels: PanelView): (event: WorkspaceEvent) => void {
  // What an extension submits takes effect in the order that it was sent in.
  let turn: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => {
    turn = turn.then(work).catch((error: unknown) => {
      app.notes.say("error", explainFailureWithin(error));
    });
  };
  return (event) => {
    switch (event.type) {
      case "note":
        app.notes.add(event.extension, event.level, event.message);
        break;
      case "notes-clear":
        app.notes.retract(event.extension);
        break;
      case "fault":
        // Each kind once; a reload that failed is told with the reload itself.
        if (event.count > 1 || event.code === "reload-failed") return;
        app.notes.add(event.extension, "warn", withoutName(event.message, event.extension));
        break;
      case "panels":
        panels.update(event.panels);
        break;
      case "submit":
        inTurn(() => app.turns.queue(event.text));
        break;
      case "submit-slash":
        inTurn(() => runSlashCommand(app, event.text, event));
        break;
      case "state":
      case "registrations":
        break;
      default:
        return;
    }
    app.render();
  };
}

/** The note carries the extension's name already. */
function withoutName(message: string, name: string): string {
  const lead = `extension ${name}`;
  return message.startsWith(lead) ? message.slice(lead.length).replace(/^:? /, "") : message;
}

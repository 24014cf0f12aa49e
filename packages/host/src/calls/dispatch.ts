import type { RequestFrame } from "../connection/connection-events.js";
import type { Connection } from "../connection/connection.js";
import type { HostContext } from "../context/host-context.js";
import type { HostEvent } from "../context/host-events.js";
import type { Extension } from "../lifecycle/extension.js";
import type { HostToolCalls } from "./host-tool-calls.js";
import type { Panels } from "./panels.js";
import type { ParentCall } from "../connection/pending-calls.js";
import { RateLimit } from "./rate-limit.js";

type OpenPanelFrame = Extract<RequestFrame, { type: "open_panel" }>;

/** Routes the requests of extensions to the part of the host that handles them. */
export class Dispatch {
  readonly #context: HostContext;
  readonly #panels: Panels;
  readonly #toolCalls: HostToolCalls;
  readonly #notes: RateLimit;
  readonly #submits: RateLimit;

  constructor(context: HostContext, panels: Panels, toolCalls: HostToolCalls) {
    this.#context = context;
    this.#panels = panels;
    this.#toolCalls = toolCalls;
    this.#notes = new RateLimit(context.limits.notesPerSecond);
    this.#submits = new RateLimit(context.limits.submitsPerSecond);
  }

  handle(extension: Extension, connection: Connection, frame: RequestFrame): void {
    switch (frame.type) {
      case "notify":
        this.#note(extension, connection, frame);
        break;
      case "clear_notes":
        this.#publish({ type: "notes-clear", extension: extension.name });
        break;
      case "open_panel":
        this.#openPanelOf(extension, connection, frame);
        break;
      case "panel_render":
        this.#panels.render(connection, frame);
        break;
      case "panel_close":
        this.#panels.close(connection, frame.panel_id);
        break;
      case "submit":
      case "submit_slash":
        this.#submit(extension, connection, frame);
        break;
      case "call_tool":
        void this.#toolCalls.answer(extension, connection, frame);
        break;
      case "call_tool_cancel":
        this.#toolCalls.cancel(connection, frame.id);
        break;
      case "shutdown_ack":
        break;
    }
  }

  /** Returns why it was not opened, if so. */
  openPanel(
    extension: Extension,
    connection: Connection,
    panel: OpenPanelFrame["panel"],
    parent?: ParentCall,
  ): string | undefined {
    if (!this.#context.settings.interactive) {
      connection.warnings.add("open_panel", "open_panel has no effect in this mode", 1);
      refusePanel(connection, panel.id, parent);
      return "panels can't open in this mode";
    }
    const problem = this.#panels.open(extension, connection, panel, parent);
    if (problem !== undefined) {
      connection.warnings.add("open_panel", `open_panel: ${problem}`, 1);
      refusePanel(connection, panel.id, parent);
    }
    return problem;
  }

  #openPanelOf(
    extension: Extension,
    connection: Connection,
    { panel, parent_id }: OpenPanelFrame,
  ): void {
    const parent = connection.requests.parentOf(parent_id);
    if (parent !== "over") this.openPanel(extension, connection, panel, parent);
    else {
      const line = `open_panel for ${JSON.stringify(parent_id)}, which nobody waits for; closed. parent_id is the id of the event_intercept, command_invoked or tool_call`;
      connection.warnings.add("late open_panel", line, 1);
      // Which decision it was meant for can't be known.
      connection.requests.failQuestions();
      refusePanel(connection, panel.id, undefined);
    }
  }

  #note(
    extension: Extension,
    connection: Connection,
    { level, message }: Extract<RequestFrame, { type: "notify" }>,
  ): void {
    const { notesPerSecond: perSecond, noteCharacters: most } = this.#context.limits;
    if (!this.#notes.take(extension)) {
      const line = `more than ${perSecond} notes in a second; dropped`;
      connection.warnings.add("notes dropped", line, 1);
      extension.report({ code: "notes-dropped", details: { perSecond } });
      return;
    }
    const text = message.length > most ? `${message.slice(0, most)}…` : message;
    this.#publish({ type: "note", extension: extension.name, level, message: text });
  }

  #submit(
    extension: Extension,
    connection: Connection,
    { type, text }: Extract<RequestFrame, { type: "submit" | "submit_slash" }>,
  ): void {
    const { settings, limits } = this.#context;
    if (!settings.interactive) {
      connection.warnings.add(type, `${type} has no effect in this mode`, 1);
    } else if (!this.#submits.take(extension)) {
      const line = `more than ${limits.submitsPerSecond} ${type} in a second`;
      connection.warnings.add(type, line, 1);
    } else {
      const event = type === "submit" ? "submit" : "submit-slash";
      this.#publish({ type: event, extension: extension.name, text });
    }
  }

  #publish(event: HostEvent): void {
    this.#context.publisher.publish(event);
  }
}

/** Without the close an extension would wait for keys for ever; without the mark its call would count as asked. */
function refusePanel(
  connection: Connection,
  panelId: string,
  parent: ParentCall | undefined,
): void {
  if (parent) parent.question = "unanswered";
  connection.send({ type: "panel_close", panel_id: panelId });
}

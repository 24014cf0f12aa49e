import type { Connection } from "../connection/connection.js";
import type { OtherFrame } from "../connection/connection-options.js";
import type { Extension } from "../lifecycle/extension.js";
import type { HostEvent } from "../context/host-events.js";
import type { Limits } from "../context/limits.js";
import type { OwnCalls } from "./host-tool-calls.js";
import type { Panels } from "./panels.js";
import type { ParentCall } from "./pending-calls.js";
import { RateLimit } from "./rate-limit.js";

type OpenPanelFrame = Extract<OtherFrame, { type: "open_panel" }>;

export interface DispatchOptions {
  interactive: boolean;
  limits: Limits;
  panels: Panels;
  ownCalls: OwnCalls;
  publish: (event: HostEvent) => void;
}

/** Brings what an extension asks for by itself to where it is dealt with. */
export class Dispatch {
  readonly #options: DispatchOptions;
  readonly #notes = new WeakMap<Extension, RateLimit>();
  readonly #submits = new WeakMap<Extension, RateLimit>();

  constructor(options: DispatchOptions) {
    this.#options = options;
  }

  readonly onFrame = (extension: Extension, connection: Connection, frame: OtherFrame): void => {
    const { panels, ownCalls, publish } = this.#options;
    switch (frame.type) {
      case "notify":
        this.#note(extension, connection, frame);
        break;
      case "clear_notes":
        publish({ type: "notes-clear", extension: extension.name });
        break;
      case "open_panel":
        this.#openPanelOf(extension, connection, frame);
        break;
      case "panel_render":
        panels.render(connection, frame);
        break;
      case "panel_close":
        panels.close(connection, frame.panel_id);
        break;
      case "submit":
      case "submit_slash":
        this.#submit(extension, connection, frame);
        break;
      case "call_tool":
        void ownCalls.answer(extension, connection, frame);
        break;
      case "call_tool_cancel":
        ownCalls.cancel(connection, frame.id);
        break;
      case "shutdown_ack":
        break;
    }
  };

  /** Says why it was not opened. */
  openPanel(
    extension: Extension,
    connection: Connection,
    panel: OpenPanelFrame["panel"],
    parent?: ParentCall,
  ): string | undefined {
    const { interactive, panels } = this.#options;
    if (!interactive) {
      connection.complaints.add("open_panel", "open_panel has no effect in this mode", 1);
      refusePanel(connection, panel.id, parent);
      return "panels can't open in this mode";
    }
    const problem = panels.open(extension, connection, panel, parent);
    if (problem !== undefined) {
      connection.complaints.add("open_panel", `open_panel: ${problem}`, 1);
      refusePanel(connection, panel.id, parent);
    }
    return problem;
  }

  #openPanelOf(
    extension: Extension,
    connection: Connection,
    { panel, parent_id }: OpenPanelFrame,
  ): void {
    const parent = connection.parentOf(parent_id);
    if (parent !== "over") this.openPanel(extension, connection, panel, parent);
    else {
      const words = "open_panel for a call that nobody waits for any more; closed";
      connection.complaints.add("late open_panel", words, 1);
      refusePanel(connection, panel.id, undefined);
    }
  }

  #note(
    extension: Extension,
    connection: Connection,
    { level, message }: Extract<OtherFrame, { type: "notify" }>,
  ): void {
    const { limits, publish } = this.#options;
    if (!limitOf(this.#notes, extension, limits.notesPerSecond).take()) {
      const words = `more than ${limits.notesPerSecond} notes in a second; dropped`;
      connection.complaints.add("notes dropped", words, 1);
      extension.report("notes-dropped", `extension ${extension.name} sends ${words}`);
      return;
    }
    const isLong = message.length > limits.noteCharacters;
    const text = isLong ? `${message.slice(0, limits.noteCharacters)}…` : message;
    publish({ type: "note", extension: extension.name, level, message: text });
  }

  #submit(
    extension: Extension,
    connection: Connection,
    { type, text }: Extract<OtherFrame, { type: "submit" | "submit_slash" }>,
  ): void {
    const { interactive, limits, publish } = this.#options;
    if (!interactive) {
      connection.complaints.add(type, `${type} has no effect in this mode`, 1);
    } else if (!limitOf(this.#submits, extension, limits.submitsPerSecond).take()) {
      connection.complaints.add(
        type,
        `more than ${limits.submitsPerSecond} ${type} in a second`,
        1,
      );
    } else if (type === "submit") {
      publish({ type: "submit", extension: extension.name, text });
    } else {
      publish({ type: "submit-slash", extension: extension.name, text });
    }
  }
}

/** Whoever waits for its keys would wait for ever; and the user was not asked. */
function refusePanel(
  connection: Connection,
  panelId: string,
  parent: ParentCall | undefined,
): void {
  if (parent) parent.question = "unanswered";
  connection.send({ type: "panel_close", panel_id: panelId });
}

function limitOf(limits: WeakMap<Extension, RateLimit>, extension: Extension, perSecond: number) {
  const limit = limits.get(extension) ?? new RateLimit(perSecond);
  limits.set(extension, limit);
  return limit;
}

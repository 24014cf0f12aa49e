import type { Panel, PanelRender } from "@zot/protocol";
import type { Connection } from "../connection/connection.js";
import type { Extension } from "../lifecycle/extension.js";
import type { OpenPanel } from "../context/host-events.js";
import type { HostContext } from "../context/host-context.js";
import type { ParentCall } from "../connection/pending-calls.js";

interface Slot {
  extension: Extension;
  connection: Connection;
  panel: Panel;
  /** The call for which it was opened; its timeout is paused while the panel is open. */
  parent: ParentCall | undefined;
}

/** The open panels: the newest has the focus, and closing it gives the focus back. */
export class Panels {
  readonly #context: HostContext;
  #stack: Slot[] = [];
  #size = { width: 80, height: 24 };
  #redraw: NodeJS.Timeout | undefined;
  #drawnAt = -Infinity;

  constructor(context: HostContext) {
    this.#context = context;
  }

  list(): OpenPanel[] {
    return this.#stack.map(({ extension, panel }) => ({ ...panel, extension: extension.name }));
  }

  /** Opening one that is open replaces its content and gives it the focus. */
  open(
    extension: Extension,
    connection: Connection,
    panel: Panel,
    parent: ParentCall | undefined,
  ): string | undefined {
    const isNew = !this.#stack.some((slot) => is(slot, connection, panel.id));
    const own = this.#stack.filter((slot) => slot.connection === connection);
    if (isNew && own.length >= this.#context.limits.panelsPerExtension)
      return `more than ${own.length} panels`;
    if (parent) {
      parent.question = "asked";
      parent.hold();
      parent.onOver((isAnswered) => {
        this.#endCall(parent, isAnswered);
      });
    }
    this.#remove((slot) => is(slot, connection, panel.id));
    this.#stack.push({ extension, connection, panel: this.#cut(panel), parent });
    connection.send({ type: "panel_resize", panel_id: panel.id, ...this.#size });
    this.#changed();
    return undefined;
  }

  render(connection: Connection, { panel_id, title, lines, footer }: PanelRender): void {
    const slot = this.#stack.find((candidate) => is(candidate, connection, panel_id));
    if (!slot) return;
    slot.panel = this.#cut({
      ...slot.panel,
      // An empty title keeps the old one: programs in the field rely on it.
      ...(title === undefined || title === "" ? {} : { title }),
      ...(lines === undefined ? {} : { lines }),
      ...(footer === undefined ? {} : { footer }),
    });
    this.#changed();
  }

  /** The extension closes its own. */
  close(connection: Connection, panelId: string): void {
    this.#remove((slot) => is(slot, connection, panelId));
  }

  /** Closes the panels of a process that is gone. */
  drop(connection: Connection): void {
    this.#remove((slot) => slot.connection === connection);
  }

  /** A key for the focused panel. `esc` and `ctrl+c` are the user's own: they close it. */
  key(key: string, text: string | undefined): boolean {
    const focused = this.#stack.at(-1);
    if (!focused) return false;
    const { connection, panel } = focused;
    if (key === "esc" || key === "ctrl+c") {
      this.close(connection, panel.id);
      this.#leaveUnanswered(focused);
      connection.send({ type: "panel_close", panel_id: panel.id });
    } else {
      const typed = text === undefined ? {} : { text };
      connection.send({ type: "panel_key", panel_id: panel.id, key, ...typed });
    }
    return true;
  }

  resize(width: number, height: number): void {
    this.#size = { width, height };
    for (const { connection, panel } of this.#stack) {
      connection.send({ type: "panel_resize", panel_id: panel.id, width, height });
    }
  }

  stop(): void {
    clearTimeout(this.#redraw);
    this.#redraw = undefined;
    this.#stack = [];
  }

  /** The user closed it: unless another one still asks, whoever opened it got no answer. */
  #leaveUnanswered({ parent }: Slot): void {
    if (parent && this.#stack.every((slot) => slot.parent !== parent)) {
      parent.question = "unanswered";
    }
  }

  /** Nobody waits any more for the call that these were opened for. */
  #endCall(parent: ParentCall, isAnswered: boolean): void {
    const panels = this.#stack.filter((slot) => slot.parent === parent);
    for (const slot of panels) slot.parent = undefined;
    if (isAnswered && parent.panelsStay) return;
    this.#remove((slot) => panels.includes(slot));
    for (const { connection, panel } of panels) {
      connection.send({ type: "panel_close", panel_id: panel.id });
    }
  }

  #remove(matches: (slot: Slot) => boolean): void {
    const gone = this.#stack.filter(matches);
    if (gone.length === 0) return;
    this.#stack = this.#stack.filter((slot) => !gone.includes(slot));
    for (const { parent } of gone) parent?.release(this.#context.timing.closedPanelMs);
    this.#changed();
  }

  #cut(panel: Panel): Panel {
    const { panelLines, panelLineCharacters: most } = this.#context.limits;
    const cut = (text: string) => (text.length > most ? `${text.slice(0, most)}…` : text);
    const { title, lines, footer } = panel;
    return {
      ...panel,
      ...(title === undefined ? {} : { title: cut(title) }),
      ...(lines === undefined ? {} : { lines: lines.slice(0, panelLines).map(cut) }),
      ...(footer === undefined ? {} : { footer: cut(footer) }),
    };
  }

  /** Redraws are published at the frame rate, however often they come. */
  #changed(): void {
    if (this.#redraw) return;
    const wait = this.#drawnAt + this.#context.timing.panelFrameMs - performance.now();
    this.#redraw = setTimeout(
      () => {
        this.#redraw = undefined;
        this.#drawnAt = performance.now();
        this.#context.publisher.publish({ type: "panels", panels: this.list() });
      },
      Math.max(0, wait),
    );
  }
}

function is(slot: Slot, connection: Connection, panelId: string): boolean {
  return slot.connection === connection && slot.panel.id === panelId;
}

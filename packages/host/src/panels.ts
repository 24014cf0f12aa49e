import type { Panel, PanelRender } from "@zot/protocol";
import type { Connection } from "./connection.js";
import type { Extension } from "./extension.js";
import type { HostEvent, OpenPanel } from "./host-events.js";
import type { Limits } from "./limits.js";
import type { Timing } from "./timing.js";

interface Slot {
  extension: Extension;
  connection: Connection;
  panel: Panel;
}

export interface PanelsOptions {
  timing: Timing;
  limits: Limits;
  publish: (event: HostEvent) => void;
}

/** The open panels: the newest has the focus, and closing it gives the focus back. */
export class Panels {
  readonly #options: PanelsOptions;
  #stack: Slot[] = [];
  #size = { width: 80, height: 24 };
  #redraw: NodeJS.Timeout | undefined;
  #drawnAt = -Infinity;

  constructor(options: PanelsOptions) {
    this.#options = options;
  }

  list(): OpenPanel[] {
    return this.#stack.map(({ extension, panel }) => ({ ...panel, extension: extension.name }));
  }

  /** Opening one that is open brings it to the front with its new look. */
  open(extension: Extension, connection: Connection, panel: Panel): string | undefined {
    this.#stack = this.#stack.filter((slot) => !is(slot, connection, panel.id));
    const own = this.#stack.filter((slot) => slot.connection === connection);
    if (own.length >= this.#options.limits.panelsPerExtension)
      return `more than ${own.length} panels`;
    this.#stack.push({ extension, connection, panel: this.#cut(panel) });
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

  /** A process is gone, and its panels with it. */
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

  #remove(matches: (slot: Slot) => boolean): void {
    const left = this.#stack.filter((slot) => !matches(slot));
    if (left.length === this.#stack.length) return;
    this.#stack = left;
    this.#changed();
  }

  #cut(panel: Panel): Panel {
    const { panelLines, panelLineCharacters: most } = this.#options.limits;
    const cut = (text: string) => (text.length > most ? `${text.slice(0, most)}…` : text);
    const { title, lines, footer } = panel;
    return {
      ...panel,
      ...(title === undefined ? {} : { title: cut(title) }),
      ...(lines === undefined ? {} : { lines: lines.slice(0, panelLines).map(cut) }),
      ...(footer === undefined ? {} : { footer: cut(footer) }),
    };
  }

  /** However often they redraw, the listener hears of it at the frame rate. */
  #changed(): void {
    if (this.#redraw) return;
    const wait = this.#drawnAt + this.#options.timing.panelFrameMs - performance.now();
    this.#redraw = setTimeout(
      () => {
        this.#redraw = undefined;
        this.#drawnAt = performance.now();
        this.#options.publish({ type: "panels", panels: this.list() });
      },
      Math.max(0, wait),
    );
  }
}

function is(slot: Slot, connection: Connection, panelId: string): boolean {
  return slot.connection === connection && slot.panel.id === panelId;
}

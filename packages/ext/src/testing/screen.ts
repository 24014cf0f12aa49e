import type { FromExtension, FromHost, Notify, Panel } from "@zot/protocol";
import type { Patience } from "./patience.js";
import { TestPanel } from "./test-panel.js";

const WIDTH = 80;
const HEIGHT = 24;

/** What the user would see of an extension. */
export class Screen {
  readonly notes: Pick<Notify, "level" | "message">[] = [];
  readonly panels: TestPanel[] = [];
  readonly submitted: string[] = [];
  readonly #parents = new Map<string, string>();
  readonly #send: (frame: FromHost) => void;
  readonly #patience: Patience;

  constructor(send: (frame: FromHost) => void, patience: Patience) {
    this.#send = send;
    this.#patience = patience;
  }

  /** Shows what a frame changes. */
  show(frame: FromExtension): void {
    switch (frame.type) {
      case "command_response":
        if (frame.open_panel) this.#openPanel(frame.open_panel);
        break;
      case "open_panel":
        this.#openPanel(frame.panel, frame.parent_id);
        break;
      case "tool_result":
      case "event_intercept_response":
        this.#closePanelsOf(frame.id);
        break;
      case "panel_render":
        this.#findPanel(frame.panel_id)?.draw(frame);
        break;
      case "panel_close":
        this.#findPanel(frame.panel_id)?.leave();
        break;
      case "notify":
        this.notes.push({ level: frame.level, message: frame.message });
        break;
      case "clear_notes":
        this.notes.length = 0;
        break;
      case "submit":
      case "submit_slash":
        this.submitted.push(frame.text);
        break;
    }
  }

  #openPanel(panel: Panel, parent = ""): void {
    const open = this.#findPanel(panel.id);
    if (open) open.draw(panel);
    else this.panels.push(new TestPanel(panel, this.#send, this.#patience));
    this.#parents.set(panel.id, parent);
    this.#send({ type: "panel_resize", panel_id: panel.id, width: WIDTH, height: HEIGHT });
  }

  /** As in zot: a panel goes with the answer of the tool or interceptor that opened it. */
  #closePanelsOf(call: string): void {
    for (const panel of this.panels) {
      if (panel.isOpen && this.#parents.get(panel.id) === call) panel.close();
    }
  }

  #findPanel(id: string): TestPanel | undefined {
    return this.panels.findLast((panel) => panel.isOpen && panel.id === id);
  }
}

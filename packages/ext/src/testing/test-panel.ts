import { PANEL_KEYS, type FromHost, type Panel, type PanelKeyName } from "@zot/protocol";
import type { PanelLook } from "../panel.js";
import type { Patience } from "./patience.js";

/**
 * A panel as the user sees it.
 *
 * @example
 * const panel: TestPanel = await host.waitForPanel("todo");
 * panel.press("down", "enter");
 * await panel.waitForText("[x] write docs");
 */
export class TestPanel {
  readonly id: string;
  title = "";
  lines: string[] = [];
  footer = "";
  isOpen = true;
  readonly #send: (frame: FromHost) => void;
  readonly #patience: Patience;

  constructor(panel: Panel, send: (frame: FromHost) => void, patience: Patience) {
    this.id = panel.id;
    this.#send = send;
    this.#patience = patience;
    this.draw(panel);
  }

  /** All that it shows: title, lines, footer. */
  get text(): string {
    return [this.title, ...this.lines, this.footer].join("\n");
  }

  /**
   * Presses keys: `up`, `enter` and so on by name, anything else as typed text. `esc` closes the panel, as in zot,
   * which keeps that key to itself.
   */
  press(...keys: (PanelKeyName | (string & {}))[]): void {
    for (const key of keys) {
      if (!this.isOpen) throw new Error(`Panel "${this.id}" is closed: it gets no "${key}".`);
      if (key === "esc") this.close();
      else if (isNamed(key)) this.#send({ type: "panel_key", panel_id: this.id, key });
      else this.#send({ type: "panel_key", panel_id: this.id, key: "rune", text: key });
    }
  }

  /** Types a text, key by key. */
  type(text: string): void {
    this.press(...Array.from(text));
  }

  /** Changes its room. */
  resize(width: number, height: number): void {
    this.#send({ type: "panel_resize", panel_id: this.id, width, height });
  }

  /** Closes it as the user does. */
  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#send({ type: "panel_close", panel_id: this.id });
    this.#patience.look();
  }

  /** Waits until it shows a text. */
  async waitForText(wanted: string | RegExp): Promise<void> {
    await this.#patience.waitFor(
      `panel "${this.id}" showed ${String(wanted)}; it showed:\n${this.text}\n`,
      () => (typeof wanted === "string" ? this.text.includes(wanted) : wanted.test(this.text)),
    );
  }

  /** Waits until it is gone from the screen, whoever closed it. */
  async waitForClose(): Promise<void> {
    await this.#patience.waitFor(`panel "${this.id}" closed`, () => !this.isOpen);
  }

  /** It is gone: the extension closed it. */
  leave(): void {
    this.isOpen = false;
  }

  /** Takes over what a frame changes. An empty title keeps the old one. */
  draw({ title, lines, footer }: { [Key in keyof PanelLook]: PanelLook[Key] | undefined }): void {
    this.title = title === undefined || title === "" ? this.title : title;
    this.lines = lines ?? this.lines;
    this.footer = footer ?? this.footer;
  }
}

function isNamed(key: string): key is PanelKeyName {
  return key !== "rune" && (PANEL_KEYS as readonly string[]).includes(key);
}

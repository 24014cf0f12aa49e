import type { FromExtension, FromHost, PanelKeyName } from "@zot/protocol";

/**
 * What a panel shows. A field that is left out of a redraw stays as it is.
 *
 * @example
 * const look: PanelLook = { title: "Todo", lines: ["[ ] write docs"], footer: "esc closes" };
 */
export interface PanelLook {
  title?: string;
  lines?: string[];
  footer?: string;
}

/**
 * A key that the user pressed in a panel; a `rune` carries the typed text.
 *
 * @example
 * const isYes = ({ key, text }: PanelInput) => key === "enter" || text === "y";
 */
export interface PanelInput {
  key: PanelKeyName;
  text: string;
}

/**
 * A panel's room, in columns and rows.
 *
 * @example
 * const isNarrow = ({ width }: PanelSize) => width < 40;
 */
export interface PanelSize {
  width: number;
  height: number;
}

/**
 * A panel to open, and what happens in it.
 *
 * @example
 * const options: PanelOptions = {
 *   title: "Press something",
 *   onKey: ({ key, text }, panel) => panel.render({ lines: [text || key] }),
 * };
 */
export interface PanelOptions extends PanelLook {
  /** One of this extension's own; opening an id again replaces what is open under it. */
  id?: string;
  onKey?: (input: PanelInput, panel: Panel) => void | Promise<void>;
  onResize?: (size: PanelSize, panel: Panel) => void | Promise<void>;
  /** Once, whoever closed it. */
  onClose?: (panel: Panel) => void | Promise<void>;
}

/**
 * An open panel. It is also the sequence of its keys, which ends when the panel closes.
 *
 * @example
 * const panel = zot.openPanel({ title: "Continue?", footer: "y or n" });
 * for await (const { text } of panel) {
 *   if (text === "y" || text === "n") panel.close();
 * }
 */
export interface Panel extends AsyncIterable<PanelInput> {
  readonly id: string;
  readonly isOpen: boolean;
  /** Its room, once zot told it. */
  readonly size: PanelSize | undefined;
  /** Redraws it; does nothing once it is closed. */
  render: (look: PanelLook) => void;
  close: () => void;
}

type Guard = (work: () => unknown) => void;

/** The panels of one connection. */
export class Panels {
  readonly #open = new Map<string, OpenPanel>();
  readonly #send: (frame: FromExtension) => void;
  readonly #guard: Guard;
  #count = 0;

  constructor(send: (frame: FromExtension) => void, guard: Guard) {
    this.#send = send;
    this.#guard = guard;
  }

  open(options: PanelOptions, signal: AbortSignal, parent_id?: string): Panel {
    this.#count += 1;
    const { title, lines, footer, id = `panel-${this.#count}` } = options;
    this.#open.get(id)?.end();
    const opened = new OpenPanel(id, options, this.#send, this.#guard, () => {
      if (this.#open.get(id) === opened) this.#open.delete(id);
    });
    this.#open.set(id, opened);
    const panel = { id, ...lookOf({ title, lines, footer }) };
    this.#send({ type: "open_panel", panel, ...(parent_id === undefined ? {} : { parent_id }) });
    const close = () => {
      opened.close();
    };
    if (signal.aborted) close();
    else signal.addEventListener("abort", close, { once: true });
    return opened;
  }

  /** A frame of the host about one of them. */
  receive(frame: Extract<FromHost, { panel_id: string }>): void {
    const panel = this.#open.get(frame.panel_id);
    if (!panel) return;
    if (frame.type === "panel_key") {
      panel.press({ key: frame.key as PanelKeyName, text: frame.text ?? "" });
    } else if (frame.type === "panel_resize") {
      panel.resize({ width: frame.width, height: frame.height });
    } else {
      panel.end();
    }
  }
}

class OpenPanel implements Panel {
  readonly id: string;
  isOpen = true;
  size: PanelSize | undefined;
  readonly #options: PanelOptions;
  readonly #send: (frame: FromExtension) => void;
  readonly #guard: Guard;
  readonly #forget: () => void;
  readonly #waiting: PanelInput[] = [];
  #wake = () => {
    // Nobody iterates yet.
  };

  constructor(
    id: string,
    options: PanelOptions,
    send: (frame: FromExtension) => void,
    guard: Guard,
    forget: () => void,
  ) {
    this.id = id;
    this.#options = options;
    this.#send = send;
    this.#guard = guard;
    this.#forget = forget;
  }

  render(look: PanelLook): void {
    if (this.isOpen) this.#send({ type: "panel_render", panel_id: this.id, ...lookOf(look) });
  }

  close(): void {
    if (!this.isOpen) return;
    this.#send({ type: "panel_close", panel_id: this.id });
    this.end();
  }

  press(input: PanelInput): void {
    const { onKey } = this.#options;
    if (onKey) this.#guard(() => onKey(input, this));
    this.#waiting.push(input);
    this.#wake();
  }

  resize(size: PanelSize): void {
    this.size = size;
    const { onResize } = this.#options;
    if (onResize) this.#guard(() => onResize(size, this));
  }

  /** It is gone from the screen. */
  end(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#forget();
    const { onClose } = this.#options;
    if (onClose) this.#guard(() => onClose(this));
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<PanelInput, void, undefined> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next) yield next;
      else if (!this.isOpen) return;
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}

function lookOf({
  title,
  lines,
  footer,
}: { [Key in keyof PanelLook]: PanelLook[Key] | undefined }) {
  return {
    ...(title === undefined ? {} : { title }),
    ...(lines === undefined ? {} : { lines }),
    ...(footer === undefined ? {} : { footer }),
  };
}

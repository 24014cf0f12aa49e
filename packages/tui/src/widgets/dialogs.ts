import type { Key } from "../input/events.js";
import type { Theme } from "../theme/theme.js";
import { boxRows } from "./box.js";
import type { Component } from "./component.js";
import { LineInput } from "./line-input.js";
import { SelectList, type SelectItem } from "./select-list.js";
import { MessageWindow } from "./message-window.js";
import { textRows } from "./text.js";

/** What all dialogs have. The message may be foreign. */
export interface DialogOptions {
  readonly theme: Theme;
  readonly title: string;
  readonly message?: string;
  /**
   * What is asked about, below the message, as rendered rows of at most that width. It is what gives way where room is
   * short, never the message; drawn once for each width.
   */
  readonly subject?: (width: number) => readonly string[];
  /** Closes the dialog without a result. */
  readonly signal?: AbortSignal;
  /** Rows that there are for the dialog; a subject or message that is longer is looked through with page keys. */
  readonly height?: () => number;
}

/** A component that ends with a result; undefined means that the user left it with esc or ctrl+c. */
export interface Dialog<Result> extends Component {
  readonly result: Promise<Result | undefined>;
}

const EDGES = 2;

abstract class BaseDialog<Result> implements Dialog<Result> {
  readonly result: Promise<Result | undefined>;
  protected finish: (result?: Result) => void = () => undefined;
  protected readonly options: DialogOptions;
  readonly #head: (width: number) => readonly string[];
  readonly #window: MessageWindow;

  constructor(options: DialogOptions, { typing = true }: { typing?: boolean } = {}) {
    this.options = options;
    const { message = "", subject } = options;
    const about = message === "" ? () => [] : (width: number) => textRows(message, width);
    this.#head = subject === undefined ? () => [] : about;
    this.#window = new MessageWindow(subject ?? about, options.theme, { letters: !typing });
    this.result = new Promise((resolve) => {
      this.finish = resolve;
    });
    options.signal?.addEventListener(
      "abort",
      () => {
        this.finish();
      },
      { once: true },
    );
  }

  protected abstract readonly footer: string;
  protected abstract body(width: number): readonly string[];
  protected abstract handleOwnKey(key: Key): boolean;

  handleKey(key: Key): boolean {
    if (key.id === "esc" || key.id === "ctrl+c") this.finish();
    else if (!this.#window.handleKey(key)) this.handleOwnKey(key);
    // A dialog keeps all keys to itself.
    return true;
  }

  render(width: number): readonly string[] {
    const inner = Math.max(1, width - 4);
    const { theme, title, height } = this.options;
    const body = this.body(inner);
    const head = this.#head(inner);
    const room = height === undefined ? Infinity : height() - head.length - body.length - EDGES;
    const about = this.#window.render(inner, room);
    return boxRows([...head, ...about, ...body], width, {
      theme,
      title,
      footer: this.#window.isPartial ? `pgup pgdn · ${this.footer}` : this.footer,
      focused: true,
    });
  }
}

/**
 * Lets the user choose one of several items.
 *
 * @example
 * import { FocusStack, SelectDialog, Theme } from "@zot/tui";
 * const dialog = new SelectDialog({
 *   theme: new Theme(),
 *   title: "Model",
 *   filter: true,
 *   items: [{ value: "opus", label: "Opus" }],
 * });
 * const model = await new FocusStack().show(dialog);
 */
export class SelectDialog<Value> extends BaseDialog<Value> {
  readonly #list: SelectList<Value>;
  /** There is nothing to choose, and the message says why. */
  readonly #isExplained: boolean;
  protected readonly footer: string;

  constructor(
    options: DialogOptions & {
      readonly items: readonly SelectItem<Value>[];
      readonly filter?: boolean;
      readonly selected?: Value;
      readonly maxRows?: () => number;
    },
  ) {
    super(options);
    this.#isExplained = options.items.length === 0 && options.message !== undefined;
    const hint = options.filter === true ? "type to filter · enter · esc" : "↑↓ · enter · esc";
    this.footer = this.#isExplained ? "esc" : hint;
    this.#list = new SelectList({
      ...options,
      onSelect: (item) => {
        this.finish(item.value);
      },
    });
  }

  handlePaste(text: string): boolean {
    return this.#list.handlePaste(text);
  }

  protected body(width: number): readonly string[] {
    return this.#isExplained ? [] : this.#list.render(width);
  }

  protected handleOwnKey(key: Key): boolean {
    return this.#list.handleKey(key);
  }
}

/** One answer to a question: its key chooses it at once. */
export interface Choice<Value> {
  readonly value: Value;
  readonly label: string;
  readonly key: string;
}

/**
 * Asks a question with a few answers, each with a key of its own. The first one is preselected: put the safe one first.
 *
 * @example
 * import { ConfirmDialog, Theme } from "@zot/tui";
 * new ConfirmDialog({
 *   theme: new Theme(),
 *   title: "Run it?",
 *   message: "rm -r build",
 *   choices: [
 *     { value: "no", label: "No", key: "n" },
 *     { value: "once", label: "Once", key: "y" },
 *   ],
 * });
 */
export class ConfirmDialog<Value> extends BaseDialog<Value> {
  readonly #list: SelectList<Value>;
  readonly #choices: readonly Choice<Value>[];
  protected readonly footer = "↑↓ · enter · esc";

  constructor(options: DialogOptions & { readonly choices: readonly Choice<Value>[] }) {
    super(options, { typing: false });
    this.#choices = options.choices;
    this.#list = new SelectList({
      theme: options.theme,
      items: options.choices.map((choice) => ({
        value: choice.value,
        label: `${choice.label} (${choice.key})`,
      })),
      onSelect: (item) => {
        this.finish(item.value);
      },
    });
  }

  protected body(width: number): readonly string[] {
    return this.#list.render(width);
  }

  protected handleOwnKey(key: Key): boolean {
    const choice = this.#choices.find((each) => each.key === key.id);
    if (choice === undefined) return this.#list.handleKey(key);
    this.finish(choice.value);
    return true;
  }
}

/**
 * Asks for one line of text; masked for secrets.
 *
 * @example
 * import { PromptDialog, Theme } from "@zot/tui";
 * new PromptDialog({ theme: new Theme(), title: "API key", masked: true });
 */
export class PromptDialog extends BaseDialog<string> {
  readonly #input: LineInput;
  protected readonly footer = "enter · esc";

  constructor(options: DialogOptions & { readonly masked?: boolean; readonly text?: string }) {
    super(options);
    this.#input = new LineInput(options);
  }

  handlePaste(text: string): boolean {
    this.#input.insert(text.trim());
    return true;
  }

  protected body(width: number): readonly string[] {
    return [`${this.options.theme.paint("accent", "› ")}${this.#input.render(width - 2)}`];
  }

  protected handleOwnKey(key: Key): boolean {
    if (key.id !== "enter") return this.#input.handleKey(key);
    this.finish(this.#input.text);
    return true;
  }
}

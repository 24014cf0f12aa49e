import type { Key, UserInput } from "@zot/tui";
import type { App } from "./app.js";
import type { PanelView } from "./extensions/panel-view.js";

export interface KeyOptions {
  readonly app: App;
  readonly panels: PanelView;
  readonly openViewer: () => void;
}

/** Who gets what the user does: a dialog, a panel, the editor, then zot's own keys. */
export class KeyRouter {
  readonly #options: KeyOptions;
  #isLeaving = false;
  #waiting: UserInput[] = [];
  #isBusy = false;
  /** Enter that was pressed before the terminal was ours is a line feed: the tty's old mode made it one. */
  #isTypeAhead = true;

  constructor(options: KeyOptions) {
    this.#options = options;
    // What waits for us is read in the first round of the event loop.
    setImmediate(() => {
      setImmediate(() => {
        this.#isTypeAhead = false;
      });
    });
  }

  /** One ctrl+c was pressed; the next one leaves. */
  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  readonly handle = (input: UserInput): void => {
    if (input.type === "focus") return;
    this.#waiting.push(input);
    if (!this.#isBusy) this.#deliver();
  };

  #deliver(): void {
    const { app } = this.#options;
    for (let input = this.#waiting.shift(); input !== undefined; input = this.#waiting.shift()) {
      const wasAsking = app.stage.isOpen;
      this.#route(input);
      app.stage.noteTyping();
      app.screen.requestRender({ now: true });
      if (!wasAsking) continue;
      // What a dialog's answer leads to comes with the next turn of the event loop; so do further keys.
      this.#isBusy = true;
      setImmediate(() => {
        this.#isBusy = false;
        this.#deliver();
      });
      return;
    }
  }

  #route(input: UserInput): void {
    const { app, panels } = this.#options;
    const wasLeaving = this.#isLeaving;
    this.#isLeaving = false;
    if (input.type === "key" && input.id === "ctrl+z") app.screen.terminal.suspend();
    else if (app.stage.isOpen) app.stage.handle(input);
    else if (panels.isOpen) panels.handle(input);
    else if (input.type === "paste") app.editor.handlePaste(input.text);
    else if (input.type === "key") this.#type(input, wasLeaving);
  }

  #type(key: Key, wasLeaving: boolean): void {
    const { editor } = this.#options.app;
    if (this.#isTypeAhead && key.id === "ctrl+j") editor.submit();
    else if (!editor.handleKey(key)) this.#handleOwn(key.id, wasLeaving);
  }

  #handleOwn(id: string, wasLeaving: boolean): void {
    const { app } = this.#options;
    if (id === "ctrl+c") {
      if (wasLeaving) app.exit();
      this.#isLeaving = true;
      if (!app.turns.stop()) app.editor.setText("");
    } else if (id === "ctrl+d") app.exit();
    else if (id === "esc") this.#escape();
    else if (id === "ctrl+o") this.#options.openViewer();
    else if (id === "ctrl+l") app.screen.clear();
  }

  #escape(): void {
    const { app } = this.#options;
    if (!app.turns.goOn() && !app.turns.stop()) app.notes.clear();
  }
}

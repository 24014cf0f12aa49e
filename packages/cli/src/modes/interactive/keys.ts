import type { UserInput } from "@zot/tui";
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
    const { app, panels } = this.#options;
    if (input.type === "focus") return;
    const wasLeaving = this.#isLeaving;
    this.#isLeaving = false;
    if (app.stage.isOpen) app.stage.handle(input);
    else if (panels.isOpen) panels.handle(input);
    else if (input.type === "paste") app.editor.handlePaste(input.text);
    else if (this.#isTypeAhead && input.id === "ctrl+j") app.editor.submit();
    else if (!app.editor.handleKey(input)) this.#handleOwn(input.id, wasLeaving);
    app.stage.noteTyping();
    app.screen.requestRender({ now: true });
  };

  #handleOwn(id: string, wasLeaving: boolean): void {
    const { app } = this.#options;
    if (id === "ctrl+c") {
      if (wasLeaving) app.exit();
      this.#isLeaving = true;
      app.editor.setText("");
      void app.turns.stop();
    } else if (id === "ctrl+d") app.exit();
    else if (id === "esc") void this.#escape();
    else if (id === "ctrl+o") this.#options.openViewer();
    else if (id === "ctrl+l") app.screen.clear();
  }

  async #escape(): Promise<void> {
    const { app } = this.#options;
    if (!(await app.turns.stop())) app.notes.clear();
  }
}

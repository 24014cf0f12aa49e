import type { WorkspaceEvent } from "@zot/sdk";
import { Spinner, truncate, type Theme } from "@zot/tui";
import { visibleLine } from "@zot/tui/sanitize";

const STOPS = "esc stops it";

/** The line that shows what zot is doing, while it does something. */
export class Activity {
  readonly #theme: Theme;
  readonly #spinner: Spinner;
  #what: string | (() => string) = "";
  #hint = STOPS;
  /** For the user, whose esc then says no. */
  #isWaiting = false;

  constructor(theme: Theme, changed: () => void) {
    this.#theme = theme;
    this.#spinner = new Spinner(changed);
  }

  /** `hint` says what esc does. */
  begin(what: string | (() => string), hint = STOPS): void {
    this.#what = what;
    this.#hint = hint;
    this.#spinner.start();
  }

  end(): void {
    this.#spinner.stop();
  }

  follow(event: WorkspaceEvent): void {
    if (event.type === "tool_confirmation_requested") this.#isWaiting = true;
    if (event.type === "permission_decision" || event.type === "done") this.#isWaiting = false;
    switch (event.type) {
      case "turn_start":
        this.begin("thinking");
        break;
      case "text_delta":
        this.#what = "answering";
        break;
      case "tool_call":
        this.#what = "preparing tools";
        break;
      case "tool_confirmation_requested":
        this.#what = "waiting for approval";
        break;
      case "tool_start":
        this.#what = `running ${visibleLine(event.name)}`;
        break;
      case "retry":
        this.#what = `trying again in ${Math.ceil(event.delay_ms / 1000)} s: ${event.reason}`;
        break;
      case "compact_start":
        this.begin("summing up the conversation");
        break;
      case "done":
        this.end();
        break;
      default:
    }
  }

  /** `escStops`: whether esc comes here, and not to a dialog or a panel. */
  render(width: number, escStops: boolean): readonly string[] {
    if (!this.#spinner.isRunning) return [];
    const seconds = Math.floor(this.#spinner.elapsedMs / 1000);
    const time = seconds > 0 ? ` ${seconds} s` : "";
    const hint = escStops && !this.#isWaiting ? ` · ${this.#hint}` : "";
    const what = typeof this.#what === "string" ? this.#what : this.#what();
    const text = `${this.#spinner.frame} ${what}…${time}${hint}`;
    return [this.#theme.paint("muted", truncate(text, width))];
  }
}

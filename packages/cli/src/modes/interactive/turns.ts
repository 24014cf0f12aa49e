import type { Outcome } from "@zot/core";
import { textRows, truncate } from "@zot/tui";
import { explainFailure } from "../../explain-failure.js";
import type { Activity } from "./activity.js";
import type { App } from "./app.js";

/** Rows of waiting messages shown at most. */
const MOST_SHOWN = 3;

/** Sends prompts, keeps those that wait, and ends what runs. */
export class Turns {
  readonly #app: App;
  readonly #activity: Activity;
  readonly #rescue: (outcome: Outcome) => void;
  /** Messages that slide in before the model's next step. */
  #sliding: string[] = [];
  /** Prompts that wait until the running one is done. */
  #queued: string[] = [];
  #isStopping = false;

  constructor(app: App, activity: Activity, rescue: (outcome: Outcome) => void) {
    this.#app = app;
    this.#activity = activity;
    this.#rescue = rescue;
  }

  /** What the user sent from the editor: a slash command or a prompt. */
  async submit(text: string): Promise<void> {
    this.#app.notes.clear();
    if (/^\/[^\s/]+(?:\s|$)/.test(text)) {
      const { runSlashCommand } = await import("./slash/dispatch.js");
      await runSlashCommand(this.#app, text);
    } else await this.prompt(text);
  }

  /** Sends a prompt. While the model works it slides in before the next step. */
  async prompt(text: string): Promise<void> {
    const { agent } = await this.#awaitExtensions();
    if (agent.busy) {
      this.#sliding.push(text);
      void agent.steer(text);
      this.#app.render();
      return;
    }
    this.#after(await agent.prompt(text));
  }

  /** Puts a prompt behind everything that runs and waits: for those that extensions submit. */
  async queue(text: string): Promise<void> {
    const { agent } = await this.#awaitExtensions();
    this.#queued.push(text);
    const onStart = () => {
      this.#queued.splice(this.#queued.indexOf(text), 1);
    };
    void agent.prompt(text, { onStart }).then((outcome) => {
      this.#after(outcome);
    });
    this.#app.render();
  }

  /** Follows a turn that someone else began. */
  async watch(outcome: Promise<Outcome>): Promise<void> {
    this.#after(await outcome);
  }

  /** A message has slid in. */
  noteSteered(text: string): void {
    const at = this.#sliding.indexOf(text);
    if (at !== -1) this.#sliding.splice(at, 1);
  }

  /** Stops what runs; messages that waited go back into the editor. False if nothing ran. */
  async stop(): Promise<boolean> {
    const { agent } = await this.#app.ready;
    if (!agent.busy) return false;
    this.#isStopping = true;
    agent.abort({ queue: true });
    const back = this.#sliding.splice(0);
    this.#queued = [];
    if (back.length > 0) {
      const { editor } = this.#app;
      editor.setText([...back, editor.text].filter((part) => part !== "").join("\n"));
    }
    this.#app.render();
    return true;
  }

  renderWaiting(width: number): readonly string[] {
    const { theme } = this.#app;
    const waiting = [
      ...this.#sliding.map((text) => ["↳ sliding in:", text] as const),
      ...this.#queued.map((text) => ["↳ next:", text] as const),
    ];
    const shown = waiting.slice(0, MOST_SHOWN).map(([lead, text]) => {
      const [first = ""] = textRows(text, Math.max(1, width - lead.length - 2));
      return theme.paint("muted", truncate(`${lead} ${first}`, width));
    });
    const hidden = waiting.length - shown.length;
    return hidden > 0 ? [...shown, theme.paint("muted", `  … ${hidden} more`)] : shown;
  }

  /** Guards and tools must be in place before the model hears anything. */
  async #awaitExtensions() {
    const workspace = await this.#app.ready;
    if (!workspace.agent.busy) this.#activity.begin("starting extensions");
    try {
      await workspace.start();
    } finally {
      if (!workspace.agent.busy) this.#activity.end();
    }
    return workspace;
  }

  #after(outcome: Outcome): void {
    const { agent } = this.#app.workspace;
    if (this.#isStopping && outcome.stop === "aborted") {
      this.#app.follower.say("muted", "stopped");
    }
    this.#isStopping = false;
    const left = this.#sliding.splice(0);
    if (left.length > 0 && outcome.stop !== "aborted" && !agent.busy) {
      // The turn ended before they could slide in, and the agent would keep them for the next one.
      agent.abort();
      if (outcome.stop === "error") this.#app.editor.insert(left.join("\n"));
      else void this.prompt(left.join("\n"));
    }
    if (outcome.stop === "error") {
      this.#app.follower.say("error", explainFailure(outcome.cause ?? outcome.error));
      this.#rescue(outcome);
    }
    this.#app.render();
  }
}

import type { Outcome } from "@zot/core";
import { textRows, truncate } from "@zot/tui";
import { explainFailureWithin } from "../../explain-failure.js";
import type { Workspace } from "../../wiring/workspace.js";
import type { Activity } from "./activity.js";
import type { App } from "./app.js";

/** Rows of waiting messages shown at most. */
const MOST_SHOWN = 3;

/** Sends prompts, keeps those that wait, and ends what runs. */
export class Turns {
  readonly #app: App;
  readonly #activity: Activity;
  readonly #rescue: (outcome: Outcome) => void;
  #workspace: Workspace | undefined;
  /** Prompts that wait for the extensions to start. */
  #held: string[] = [];
  /** Messages that slide in before the model's next step. */
  #sliding: string[] = [];
  /** What waits until the running turn is done: prompts, and `/compact`. */
  #queued: string[] = [];
  #isStopping = false;

  constructor(app: App, activity: Activity, rescue: (outcome: Outcome) => void) {
    this.#app = app;
    this.#activity = activity;
    this.#rescue = rescue;
    void app.ready.then((workspace) => {
      this.#workspace = workspace;
    });
  }

  /** What the user sent from the editor: a slash command or a prompt. */
  async submit(text: string): Promise<void> {
    this.#app.notes.clear();
    if (/^\/[^\s/]+(?:\s|$)/.test(text)) {
      const { runSlashCommand } = await import("./slash/dispatch.js");
      await runSlashCommand(this.#app, text, "keyboard");
    } else await this.prompt(text);
  }

  /** Sends a prompt. While the model works it slides in before the next step. */
  async prompt(text: string): Promise<void> {
    this.#held.push(text);
    const { agent } = await this.#awaitExtensions();
    const at = this.#held.indexOf(text);
    if (at === -1) return;
    this.#held.splice(at, 1);
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
    void agent.prompt(text, { onStart: this.#showQueued(text) }).then((outcome) => {
      this.#after(outcome);
    });
  }

  /** Has the conversation summed up, after what runs. */
  async compact(): Promise<void> {
    const { agent } = this.#app.workspace;
    this.#after(await agent.compact({ onStart: this.#showQueued("/compact") }));
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
  stop(): boolean {
    const agent = this.#workspace?.agent;
    const isRunning = agent?.busy === true;
    const back = [...this.#sliding.splice(0), ...this.#held.splice(0)];
    if (!isRunning && back.length === 0) return false;
    if (isRunning) {
      this.#isStopping = true;
      agent.abort({ queue: true });
      this.#queued = [];
    } else this.#activity.end();
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
      ...this.#sliding.map((text) => ["↳ queued:", text] as const),
      ...this.#queued.map((text) => ["↳ next:", text] as const),
    ];
    const shown = waiting.slice(0, MOST_SHOWN).map(([lead, text]) => {
      const [first = ""] = textRows(text, Math.max(1, width - lead.length - 2));
      return theme.paint("muted", truncate(`${lead} ${first}`, width));
    });
    const hidden = waiting.length - shown.length;
    return hidden > 0 ? [...shown, theme.paint("muted", `  … ${hidden} more`)] : shown;
  }

  /** Returns what takes it off again. */
  #showQueued(text: string): () => void {
    this.#queued.push(text);
    this.#app.render();
    return () => {
      this.#queued.splice(this.#queued.indexOf(text), 1);
    };
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
    if (!agent.busy) this.#settle(outcome);
    if (outcome.stop === "error") {
      this.#app.follower.say("error", explainFailureWithin(outcome.cause ?? outcome.error));
      this.#rescue(outcome);
    }
    this.#app.render();
  }

  /** Nothing runs any more. */
  #settle(outcome: Outcome): void {
    const { agent } = this.#app.workspace;
    if (this.#isStopping && outcome.stop === "aborted") {
      this.#app.follower.say("muted", "stopped");
    }
    this.#isStopping = false;
    const left = this.#sliding.splice(0);
    if (left.length > 0) {
      // It ended before they could slide in, and the agent would keep them for the next turn.
      agent.abort();
      if (outcome.stop === "error") this.#app.editor.insert(left.join("\n"));
      else void this.prompt(left.join("\n"));
    }
  }
}

import type { Agent, Outcome, QueueEntry, Workspace } from "@zot/sdk";
import { textRows, truncate } from "@zot/tui";
import { explainFailureWithin } from "../../explain-failure.js";
import { describeWaiting } from "../extension-notes.js";
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
  /** What was sent before there was a workspace to take it. */
  readonly #early: { readonly text: string }[] = [];
  #isStopping = false;
  /** How many wait for extensions. */
  #waits = 0;

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

  /**
   * Sends a prompt. While the model works it goes in before the next step. `typed` is what of it the user typed:
   * nothing of what an extension wants sent.
   */
  async prompt(text: string, typed = text): Promise<void> {
    const agent = await this.#open(text);
    if (agent === undefined) return;
    if (agent.busy) void agent.steer(text, { typed });
    else this.#after(await agent.prompt(text, { typed }));
  }

  /** Puts a prompt behind everything that runs and waits: for those that extensions submit. */
  async queue(text: string): Promise<void> {
    const { agent } = await this.awaitExtensions();
    void agent.prompt(text, { typed: "" }).then((outcome) => {
      this.#after(outcome);
    });
  }

  /** Has the conversation summed up, after what runs. */
  async compact(): Promise<void> {
    const agent = await this.#open("/compact");
    if (agent !== undefined) this.#after(await agent.compact());
  }

  /** Follows a turn that someone else began. */
  async watch(outcome: Promise<Outcome>): Promise<void> {
    this.#after(await outcome);
  }

  /** Goes on without the extensions that are waited for. False if nothing waits for any. */
  goOn(): boolean {
    const host = this.#workspace?.host;
    if (this.#waits === 0 || host === undefined || host.starting().length === 0) return false;
    const names = host.skipStarting();
    const denying = host
      .extensions()
      .filter(({ name, intercepts, onFailure }) => {
        return names.includes(name) && intercepts.length > 0 && onFailure === "deny";
      })
      .map(({ name }) => name);
    const effect = denying.length === 0 ? "" : `; what ${denying.join(", ")} guards is refused`;
    this.#app.notes.say("warn", `going on without ${names.join(", ")} until ready${effect}`);
    return true;
  }

  /** Stops what runs; messages that waited go back into the editor. False if nothing ran. */
  stop(): boolean {
    const agent = this.#workspace?.agent;
    const entries = agent?.queue.entries ?? [];
    const isHeld = agent?.isRunning === false && entries.length > 0;
    const own = isHeld ? entries : entries.filter(({ kind }) => kind === "steer");
    const back = [...this.#early.splice(0).map(({ text }) => text), ...own.map(textOf)];
    const isRunning = agent?.busy === true && !isHeld;
    if (!isRunning && back.length === 0) return false;
    this.#isStopping = isRunning;
    agent?.abort({ queue: true });
    if (!isRunning) this.#activity.end();
    if (back.length > 0) {
      const { editor } = this.#app;
      editor.setText([...back, editor.text].filter((part) => part !== "").join("\n"));
    }
    this.#app.render();
    return true;
  }

  renderWaiting(width: number): readonly string[] {
    const { theme } = this.#app;
    const agent = this.#workspace?.agent;
    const isNext = (entry: QueueEntry) => agent?.isRunning === true && entry.kind !== "steer";
    const waiting = [
      ...this.#early.map(({ text }) => ["↳ queued:", text] as const),
      ...(agent?.queue.entries ?? []).map(
        (entry) => [isNext(entry) ? "↳ next:" : "↳ queued:", textOf(entry)] as const,
      ),
    ];
    const shown = waiting.slice(0, MOST_SHOWN).map(([lead, text]) => {
      const [first = ""] = textRows(text, Math.max(1, width - lead.length - 2));
      return theme.paint("muted", truncate(`${lead} ${first}`, width));
    });
    const hidden = waiting.length - shown.length;
    return hidden > 0 ? [...shown, theme.paint("muted", `  … ${hidden} more`)] : shown;
  }

  /** Guards and tools must be in place before the model hears anything. Shows whom it waits for. */
  async awaitExtensions(): Promise<Workspace> {
    const workspace = await this.#app.ready;
    if (workspace.isReady) return workspace;
    const { host } = this.#app;
    this.#waits += 1;
    if (!workspace.agent.isRunning) {
      const what = () => (host.starting().length > 0 ? describeWaiting(host) : "starting");
      this.#activity.begin(what, "esc goes on without");
    }
    await workspace.ready();
    this.#waits -= 1;
    if (this.#waits === 0 && !workspace.agent.isRunning) this.#activity.end();
    return workspace;
  }

  /** The agent that takes what was sent, which is on show until then; nothing if the user took it back meanwhile. */
  async #open(text: string): Promise<Agent | undefined> {
    if (this.#workspace === undefined) {
      const early = { text };
      this.#early.push(early);
      this.#app.render();
      await this.#app.ready;
      const at = this.#early.indexOf(early);
      if (at === -1) return undefined;
      this.#early.splice(at, 1);
    }
    void this.awaitExtensions();
    return this.#app.workspace.agent;
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
    const left = agent.queue.entries;
    if (left.length > 0) {
      // It ended before they could go in, and the agent would keep them for the next turn.
      for (const entry of left) entry.drop();
      const text = left.map(textOf).join("\n");
      if (outcome.stop === "error") this.#app.editor.insert(text);
      else void this.prompt(text, left.map(({ typed }) => typed).join("\n"));
    }
  }
}

/** What the user would type for it. */
function textOf({ kind, text }: QueueEntry): string {
  return kind === "compact" ? "/compact" : text;
}

import { joinBlocks, modelTokens, Random } from "@zot/tui/testing";
import fc from "fast-check";
import type { ScreenSize, StreamedApp } from "./streamed-app.js";

/** What the model says or a tool does. */
interface Speech {
  readonly kind: "say" | "think" | "tools";
  readonly seed: number;
}

/** One thing that happens. */
export type Step =
  | Speech
  | { readonly kind: "popup" | "dialog"; readonly during: Speech }
  | { readonly kind: "note" | "queue" | "draft" | "next" | "clear" | "redraw" }
  | { readonly kind: "resize"; readonly size: ScreenSize };

const SIZES: readonly [ScreenSize, ...ScreenSize[]] = [
  [40, 12],
  [60, 20],
  [80, 24],
  [100, 34],
];

const speech: fc.Arbitrary<Speech> = fc.record({
  kind: fc.constantFrom("say", "say", "think", "tools"),
  seed: fc.noShrink(fc.nat()),
});

/** Some steps one after the other. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: speech },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constantFrom("popup", "dialog"), during: speech }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom("note", "queue", "draft", "next", "clear", "redraw"),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("resize"), size: fc.constantFrom(...SIZES) }),
    },
  ),
  { minLength: 2, maxLength: 6 },
);

/** How texts come: in which pieces, how long after each other, and what else happens in between. */
export interface Delivery {
  cut(text: string): readonly string[];
  pause(): number;
  disturb?(ui: StreamedApp): void;
}

/** Each text in one piece, with time to draw it. */
export const AT_ONCE: Delivery = { cut: (text) => [text], pause: () => 100 };

/** Milliseconds between two tokens. */
export const PACES = [0, 8, 16, 33, 60, "now fast, now slow"] as const;

/** Token by token. */
export function tokenByToken(seed: number, pace: (typeof PACES)[number]): Delivery {
  const random = new Random(seed);
  return {
    cut: (text) => modelTokens(text, seed),
    pause: () => (typeof pace === "number" ? pace : random.pick([0, 0, 1, 5, 20, 40, 200])),
  };
}

/** Some things, such as loading a command, take real time and so many turns. */
const MOST_TURNS = 20_000;

/** Plays steps on an app. */
export class Player {
  readonly #ui: StreamedApp;
  readonly #delivery: Delivery;
  #count = 0;

  constructor(ui: StreamedApp, delivery: Delivery) {
    this.#ui = ui;
    this.#delivery = delivery;
  }

  async play(step: Step): Promise<void> {
    const ui = this.#ui;
    this.#count += 1;
    await this.#play(step);
    await ui.closeOverlays();
  }

  async #play(step: Step): Promise<void> {
    const ui = this.#ui;
    switch (step.kind) {
      case "say":
      case "think":
      case "tools":
        return this.#speak(step);
      case "popup":
      case "dialog":
        await this.#awaitRequest();
        if (step.kind === "dialog") ui.openDialog();
        else if (ui.app.editor.isEmpty) ui.terminal.type("/");
        return this.#speak(step.during);
      case "note":
        ui.app.notes.say("info", `note ${this.#count} `.repeat(12));
        return;
      case "queue":
        await this.#awaitRequest();
        ui.terminal.type(`and then ${this.#count}`);
        ui.terminal.press("enter");
        return;
      case "draft":
        ui.terminal.type(`words that are not sent yet ${this.#count} `);
        return;
      case "next":
        await this.#awaitRequest();
        ui.model.end();
        return;
      case "clear": {
        const { clears } = ui.screen;
        ui.terminal.press("ctrl+u");
        ui.terminal.type("/clear");
        ui.terminal.press("enter");
        return this.#until(() => ui.screen.clears > clears);
      }
      case "redraw":
        // What is on its way to the screen is drawn first, so that the same rows are taken off in any run.
        await ui.pass(100);
        ui.terminal.press("ctrl+l");
        return;
      case "resize":
        return ui.resize(...step.size);
    }
  }

  async #speak({ kind, seed }: Speech): Promise<void> {
    const { model } = this.#ui;
    await this.#awaitRequest();
    if (kind === "tools") return this.#useTools(new Random(seed));
    for (const piece of this.#delivery.cut(joinBlocks([seed]))) {
      if (kind === "say") model.say(piece);
      else model.think(piece);
      await this.#pause();
    }
  }

  async #useTools(random: Random): Promise<void> {
    const { model, tool } = this.#ui;
    const calls = random.between(1, 3);
    for (let call = 0; call < calls; call += 1) {
      model.call("bash", { command: `step ${call}` });
      await this.#pause();
    }
    model.end();
    for (let call = 0; call < calls; call += 1) {
      await this.#until(() => tool.isRunning);
      for (const piece of this.#delivery.cut(joinBlocks([random.between(0, 1e9)]))) {
        tool.progress(piece);
        await this.#pause();
      }
      const lines = random.many(0, 12, (at) => `line ${at} of the result`);
      const text = lines.join("\n");
      // A box says how long its call took, which depends on the pace.
      const details = { duration_ms: 0 };
      tool.finish({ content: [{ type: "text", text }], is_error: random.chance(0.3), details });
      await this.#pause();
    }
    await this.#until(() => model.isAsked);
  }

  /** Sends a prompt if nothing runs, and waits until the model is asked. */
  async #awaitRequest(): Promise<void> {
    const { model, tool, terminal, app } = this.#ui;
    if (model.isAsked || tool.isRunning) return;
    await this.#ui.closeOverlays();
    await this.#ui.pass(100);
    if (!app.workspace.agent.busy) {
      terminal.press("ctrl+u");
      terminal.type(`prompt ${this.#count}`);
      terminal.press("enter");
    }
    await this.#until(() => model.isAsked);
  }

  async #pause(): Promise<void> {
    this.#delivery.disturb?.(this.#ui);
    await this.#ui.pass(this.#delivery.pause());
  }

  async #until(isThere: () => boolean): Promise<void> {
    for (let turn = 0; turn < MOST_TURNS && !isThere(); turn += 1) await this.#ui.pass(1);
    if (!isThere()) {
      throw new Error(
        `the step was never over:\n${this.#ui.terminal.emulator.screen().join("\n")}`,
      );
    }
  }
}

import fc from "fast-check";
import { expect, test } from "vitest";
import { tries } from "../support/tries.js";
import { StreamedApp } from "./support/streamed-app.js";
import { useVirtualPlace } from "./support/virtual-place.js";

/** Long enough for a size to be noticed, asked about and drawn for, and for the frame to have arrived. */
async function calm(ui: StreamedApp): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await ui.wait(50);
}

type Step =
  | { readonly kind: "say"; readonly before: string; readonly words: number }
  | { readonly kind: "tool" | "finish" | "dialog" | "popup" | "close" | "note" }
  | { readonly kind: "resize"; readonly columns: number; readonly rows: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant("say"),
        before: fc.constantFrom("", "\n\n", "\n- ", "\n\n## "),
        words: fc.integer({ min: 1, max: 40 }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constantFrom("tool", "tool", "finish", "dialog", "popup", "close", "note"),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant("resize"),
        columns: fc.integer({ min: 40, max: 120 }),
        rows: fc.integer({ min: 10, max: 40 }),
      }),
    },
  ),
  { minLength: 3, maxLength: 14 },
);

/** A conversation in which the model says numbered words. */
class Talk {
  readonly #ui: StreamedApp;
  /** Words that were not finished when a window was resized in which something covered those before them. */
  readonly #loose = new Set<number>();
  said = 0;

  constructor(ui: StreamedApp) {
    this.#ui = ui;
  }

  async play(step: Step): Promise<void> {
    const { app, model, tool, terminal } = this.#ui;
    const isFree = !app.stage.isOpen && !app.editor.isPopupOpen;
    if (step.kind === "say") await this.say(step.words, step.before);
    else if (step.kind === "resize") {
      if (!isFree) for (const word of wordsIn(this.#ui.screen.live)) this.#loose.add(word);
      terminal.resize(step.columns, step.rows);
    } else if (step.kind === "close") await this.#ui.closeOverlays();
    else if (step.kind === "note") app.notes.say("warn", "a note that says something");
    else if (step.kind === "finish") await this.finish();
    else if (step.kind === "dialog" && isFree) this.#ui.openDialog();
    else if (step.kind === "popup" && isFree) terminal.type("/");
    else if (step.kind === "tool" && model.isAsked) {
      model.call("bash", { command: "one" });
      model.call("bash", { command: "two" });
      model.end();
      await this.#until(() => tool.isRunning);
      tool.progress("a line of output\n".repeat(9));
    }
    await calm(this.#ui);
  }

  /** Nothing is said while a tool works. */
  async say(count: number, before = ""): Promise<void> {
    if (!this.#ui.model.isAsked) return;
    const words = Array.from({ length: count }, (_, at) => `{${1000 + this.said + at}} `);
    this.said += count;
    this.#ui.model.say(before + words.join(""));
    await calm(this.#ui);
  }

  async begin(): Promise<void> {
    this.#ui.terminal.type("go");
    this.#ui.terminal.press("enter");
    await this.#until(() => this.#ui.model.isAsked);
    for (let row = 0; row < 20; row += 1) await this.say(2, "\n- ");
  }

  async finish(): Promise<void> {
    const { model, tool } = this.#ui;
    while (tool.isRunning) {
      tool.finish({ content: [{ type: "text", text: "done" }], is_error: false });
      await calm(this.#ui);
    }
    await this.#until(() => model.isAsked);
  }

  /** The words that stand in scrollback and screen, without copies of loose ones that went up. */
  words(): number[] {
    const all = wordsIn(this.#ui.terminal.emulator.all());
    return all.filter((word, at) => !this.#loose.has(word) || at === all.lastIndexOf(word));
  }

  async #until(isThere: () => boolean): Promise<void> {
    for (let turn = 0; turn < 1000 && !isThere(); turn += 1) await this.#ui.wait(1);
    expect(isThere()).toBe(true);
  }
}

const wordsIn = (rows: readonly string[]) =>
  [
    ...rows
      .join("")
      .replace(/\s/g, "")
      .matchAll(/\{(\d+)\}/g),
  ].map((match) => Number(match[1]) - 1000);

const place = useVirtualPlace();

test("resized while a dialog, a popup or a tool's box stands, every word stands once and in order", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const ui = await StreamedApp.open(place(), [80, 24], 0);
      const talk = new Talk(ui);
      await talk.begin();
      for (const step of all) await talk.play(step);
      await ui.closeOverlays();
      await talk.finish();
      ui.model.end();
      await calm(ui);
      const words = talk.words();
      await ui.close();
      expect(words).toEqual(Array.from({ length: talk.said }, (_, at) => at));
    }),
    tries(30),
  );
}, 120_000);

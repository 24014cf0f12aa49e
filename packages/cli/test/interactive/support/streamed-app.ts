import { SelectDialog, Theme } from "@zot/tui";
import { VirtualTerminal } from "@zot/tui/testing";
import { vi } from "vitest";
import { FLAGS } from "../../../src/args/flags.js";
import { parseArgs } from "../../../src/args/parse.js";
import { createApp, type RunningApp } from "../../../src/modes/interactive/create-app.js";
import { PuppetModel, PuppetTool } from "./puppet-model.js";
import { RecordedScreen } from "./recorded-screen.js";

export type ScreenSize = readonly [columns: number, rows: number];

const realTurn = setImmediate;

/** Lets everything run that waits for nothing but its turn. */
const settlePromises = () =>
  new Promise<void>((resolve) => {
    realTurn(resolve);
  });

/** The interactive mode as it is, on a virtual terminal and a virtual clock, with a model that a test leads. */
export class StreamedApp {
  readonly terminal: VirtualTerminal;
  readonly screen: RecordedScreen;
  readonly model = new PuppetModel();
  readonly tool = new PuppetTool();
  readonly app: RunningApp;
  readonly #run: Promise<void>;
  #checked = 0;

  private constructor(place: string, [columns, rows]: ScreenSize, replyMs: number) {
    this.terminal = new VirtualTerminal({
      columns,
      rows,
      scrollback: 5000,
      isImmediate: true,
      replyMs,
    });
    this.screen = new RecordedScreen(this.terminal);
    const args = ["--provider", "offline", "--no-ext", "--no-session", "--cwd", place];
    const { options } = parseArgs(args, FLAGS);
    const theme = new Theme({ depth: 256 });
    this.app = createApp({ screen: this.screen, theme, home: place, cwd: place, options });
    this.#run = this.app.run("");
  }

  static async open(place: string, size: ScreenSize, replyMs: number): Promise<StreamedApp> {
    const made = new StreamedApp(place, size, replyMs);
    const { app } = made;
    await made.until(app.ready.then((workspace) => workspace.ready()));
    const { agent, model } = app.workspace;
    await agent.setModel(model, made.model);
    agent.setTools([made.tool]);
    await made.pass(100);
    return made;
  }

  /** Lets time pass. */
  async wait(ms: number): Promise<void> {
    await settlePromises();
    vi.advanceTimersByTime(ms);
    await settlePromises();
  }

  /** Lets time pass, and checks the screen if there was a frame. */
  async pass(ms: number): Promise<void> {
    await this.wait(ms);
    if (this.#checked === this.screen.frames) return;
    this.#checked = this.screen.frames;
    this.screen.check();
  }

  /** Waits for something that takes real time. */
  async until(promise: Promise<unknown>): Promise<void> {
    let isOver = false;
    void promise.finally(() => {
      isOver = true;
    });
    while (!(isOver as boolean)) {
      await settlePromises();
      vi.advanceTimersByTime(1);
    }
    await promise;
  }

  async resize(columns: number, rows: number): Promise<void> {
    await this.pass(100);
    this.screen.expectResize();
    this.terminal.resize(columns, rows);
    // Calm, the question for the cursor, its answer, the frame.
    for (let turn = 0; turn < 20; turn += 1) {
      await settlePromises();
      vi.advanceTimersByTime(50);
    }
    await settlePromises();
    this.screen.checkResized();
    this.#checked = this.screen.frames;
  }

  openDialog(): void {
    const { stage, theme } = this.app;
    const items = Array.from({ length: 6 }, (_, at) => ({ value: at, label: `choice ${at}` }));
    void stage.show(new SelectDialog({ theme, title: "Which?", items, maxRows: () => 6 }));
  }

  /** Closes what lies over the conversation; without a popup or a dialog, esc would stop the model. */
  async closeOverlays(): Promise<void> {
    const { stage, editor } = this.app;
    if (stage.isOpen) this.terminal.press("esc");
    await settlePromises();
    if (editor.isPopupOpen) this.terminal.press("esc");
    if (editor.text.startsWith("/")) this.terminal.press("ctrl+u");
    await settlePromises();
  }

  async close(): Promise<void> {
    this.app.exit();
    await this.until(this.#run);
    this.screen.close();
    this.terminal.close();
    await this.until(this.app.close());
    this.terminal.emulator.dispose();
  }
}

import type { ExtensionHost, OpenPanel } from "@zot/sdk";
import { Panel, type Key, type Theme, type UserInput } from "@zot/tui";
import type { RenderGuard } from "../render-guard.js";
import { toPanelKey } from "./panel-keys.js";

/** Rows of a panel without the focus. */
const ROWS_BEHIND = 2;
const EDGES = 2;
const FOCUS_HINT = "esc closes";

/** The extensions' panels, stacked; the newest has the focus and is drawn last. */
export class PanelView {
  readonly #theme: Theme;
  readonly #guard: RenderGuard;
  #host: ExtensionHost | undefined;
  #panels: readonly OpenPanel[] = [];
  #size = { width: 0, height: 0 };

  constructor(theme: Theme, guard: RenderGuard) {
    this.#theme = theme;
    this.#guard = guard;
  }

  /** Asked of the host itself: it tells of changes a frame later, and a key may come before. */
  get isOpen(): boolean {
    return (this.#host?.panels().length ?? 0) > 0;
  }

  attach(host: ExtensionHost): void {
    this.#host = host;
    const { width, height } = this.#size;
    // Rows may have been drawn before there was a host to tell of them.
    if (width > 0) host.resizePanels(width, height);
  }

  update(panels: readonly OpenPanel[]): void {
    this.#panels = panels;
  }

  handle(input: UserInput): void {
    if (input.type === "paste") {
      for (const char of input.text.replaceAll("\n", " ")) this.#host?.pressPanelKey("rune", char);
    } else if (input.type === "key") this.#press(input);
  }

  /** Draws them in so many rows, and tells the extensions what room that leaves for lines. */
  render(width: number, height: number): readonly string[] {
    const behind = this.#panels.slice(0, -1);
    const room = Math.max(1, height - EDGES - behind.length * (ROWS_BEHIND + EDGES));
    this.#resize(Panel.innerWidth(width), room);
    return this.#panels.flatMap((panel, at) => {
      const isFocused = at === this.#panels.length - 1;
      const own = panel.footer ?? "";
      const hint = isFocused && !/\besc\b/i.test(own) ? FOCUS_HINT : "";
      const footer = [own, hint].filter((part) => part !== "");
      const content = {
        title: panel.title ?? "",
        lines: panel.lines ?? [],
        footer: footer.join(" · "),
      };
      const rows = isFocused ? room : ROWS_BEHIND;
      const view = new Panel(content, {
        theme: this.#theme,
        owner: panel.extension,
        isFocused: () => isFocused,
        maxRows: () => rows,
      });
      const what = `the panel of ${panel.extension}`;
      const text = () => [content.title, ...content.lines, content.footer].join("\n");
      return this.#guard.draw(what, width, () => view.render(width), text).slice(0, rows + EDGES);
    });
  }

  #resize(width: number, height: number): void {
    if (width === this.#size.width && height === this.#size.height) return;
    this.#size = { width, height };
    this.#host?.resizePanels(width, height);
  }

  #press(key: Key): void {
    const mapped = toPanelKey(key);
    if (mapped) this.#host?.pressPanelKey(mapped.key, mapped.text);
  }
}

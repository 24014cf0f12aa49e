import { ScrollView, type Component, type Key } from "@zot/tui";
import type { App } from "../app.js";
import type { ToolBox } from "../transcript/tool-box.js";

/** Rows for something to look through: some of what was said before stays in sight, where there is room. */
export function viewHeight(screen: number): number {
  return Math.max(1, Math.min(screen - 4, Math.max(6, Math.floor(screen * 0.6))));
}

/** Shows the whole output of a tool call, the last one first; left and right go to others. */
export function openViewer(app: App, calls: readonly ToolBox[]): void {
  if (calls.length === 0) {
    app.notes.say("info", "no tool was called yet");
    return;
  }
  let at = calls.length - 1;
  let view = viewOf(at);
  const component: Component = {
    render: (width) => view.render(width),
    handleKey: (key: Key) => {
      const step = { left: -1, right: 1 }[key.id] ?? 0;
      const next = Math.max(0, Math.min(calls.length - 1, at + step));
      if (next !== at) {
        at = next;
        view = viewOf(at);
      }
      return view.handleKey(key);
    },
  };
  const close = app.stage.open(component);

  function viewOf(index: number): ScrollView {
    const call = calls[index];
    return new ScrollView({
      theme: app.theme,
      title: `${index + 1}/${calls.length} ${call?.title ?? ""}`,
      rows: (width) => call?.fullRows(width) ?? [],
      height: () => viewHeight(app.screen.height),
      ...(calls.length > 1 ? { hint: "←→ other calls" } : {}),
      onClose: () => {
        close();
      },
    });
  }
}

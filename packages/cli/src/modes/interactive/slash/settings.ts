import { REASONING_LEVELS, type ReasoningLevel } from "@zot/providers";
import { SelectDialog } from "@zot/tui";
import { updateConfig } from "../../../config.js";
import type { App } from "../app.js";

type Setting = "theme" | "reasoning" | "ask" | "jail";

/** `/settings`: what can be switched, and how it stands; each choice opens the list again. */
export async function run(app: App): Promise<void> {
  for (let last: Setting | undefined; ;) {
    const { theme, permissions, workspace } = app;
    const setting: Setting | undefined = await app.stage.show(
      new SelectDialog<Setting>({
        theme,
        title: "Settings",
        ...(last === undefined ? {} : { selected: last }),
        items: [
          { value: "theme", label: "Theme", description: theme.background },
          {
            value: "reasoning",
            label: "Reasoning",
            description: workspace.reasoning ?? "the model's own",
          },
          { value: "ask", label: "Ask before tools", description: permissions.yolo ? "no" : "yes" },
          {
            value: "jail",
            label: "Jail",
            description: workspace.own.jail.locked ? "locked" : "open",
          },
        ],
      }),
    );
    if (setting === undefined) return;
    last = setting;
    await CHANGES[setting](app);
    app.render();
  }
}

const CHANGES: Readonly<Record<Setting, (app: App) => void | Promise<void>>> = {
  theme(app) {
    const next = app.theme.background === "dark" ? "light" : "dark";
    app.theme.adapt(next);
    updateConfig(app.workspace.around.home, { theme: next });
  },
  async reasoning(app) {
    const { workspace } = app;
    const level = await app.stage.show(
      new SelectDialog<ReasoningLevel | "own">({
        theme: app.theme,
        title: "Reasoning",
        selected: workspace.reasoning ?? "own",
        items: [
          { value: "own", label: "the model's own" },
          ...REASONING_LEVELS.map((value) => ({ value, label: value })),
        ],
      }),
    );
    if (level === undefined) return;
    workspace.setReasoning(level === "own" ? undefined : level);
    updateConfig(workspace.around.home, { reasoning: level === "own" ? "" : level });
  },
  ask(app) {
    app.permissions.yolo = !app.permissions.yolo;
    app.permissions.always.clear();
  },
  jail(app) {
    const { jail } = app.workspace.own;
    jail.locked = !jail.locked;
  },
};

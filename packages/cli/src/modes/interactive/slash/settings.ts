import { REASONING_LEVELS, type ReasoningLevel } from "@zot/sdk";
import { SelectDialog } from "@zot/tui";
import { updateConfig } from "../../../update-config.js";
import type { App } from "../app.js";

type Setting = "theme" | "reasoning" | "ask" | "jail";

/** `/settings`: what can be switched, and how it stands; each choice opens the list again. */
export async function run(app: App): Promise<void> {
  for (let last: Setting | undefined; ;) {
    const { theme, workspace } = app;
    const { permissions, builtins } = workspace;
    const { reasoning = "the model's own" } = workspace.agent;
    const setting: Setting | undefined = await app.stage.show(
      new SelectDialog<Setting>({
        theme,
        title: "Settings",
        ...(last === undefined ? {} : { selected: last }),
        items: [
          { value: "theme", label: "Theme", description: theme.background },
          { value: "reasoning", label: "Reasoning", description: reasoning },
          {
            value: "ask",
            label: "Ask before tools",
            description: permissions.mode === "yolo" ? "no" : "yes",
          },
          { value: "jail", label: "Jail", description: builtins.jail.locked ? "locked" : "open" },
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
    updateConfig(app.workspace.home, { theme: next });
  },
  async reasoning(app) {
    const { workspace } = app;
    const level = await app.stage.show(
      new SelectDialog<ReasoningLevel | "own">({
        theme: app.theme,
        title: "Reasoning",
        selected: workspace.agent.reasoning ?? "own",
        items: [
          { value: "own", label: "the model's own" },
          ...REASONING_LEVELS.map((value) => ({ value, label: value })),
        ],
      }),
    );
    if (level === undefined) return;
    workspace.agent.setReasoning(level === "own" ? undefined : level);
    updateConfig(workspace.home, { reasoning: level === "own" ? "" : level });
  },
  ask(app) {
    const { permissions } = app.workspace;
    permissions.mode = permissions.mode === "ask" ? "yolo" : "ask";
  },
  jail(app) {
    const { jail } = app.workspace.builtins;
    jail.locked = !jail.locked;
  },
};

import { SelectDialog } from "@zot/tui";
import type { App } from "../app.js";

/** `/skills [name]`: lists the skills; the chosen one is put into the prompt. */
export async function run(app: App, args: string): Promise<void> {
  const { skills } = app.workspace.own;
  const named = skills.find(({ name }) => name === args);
  const skill =
    named ??
    (await app.stage.show(
      new SelectDialog({
        theme: app.theme,
        title: "Skills",
        ...(skills.length === 0
          ? { message: "There is none. A skill is a folder with a SKILL.md under .zot/skills." }
          : {}),
        filter: true,
        maxRows: () => Math.max(2, Math.min(12, app.screen.height - 6)),
        items: skills.map((each) => ({
          value: each,
          label: each.name,
          description: `${each.description} (${each.source})`,
        })),
      }),
    ));
  if (skill !== undefined) app.editor.insert(`Use the skill "${skill.name}": `);
}

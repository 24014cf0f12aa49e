import type { SkillProblem } from "@zot/sdk";
import { SelectDialog } from "@zot/tui";
import type { App } from "../app.js";

/** `/skills [name]`: lists the skills; the chosen one is put into the prompt. */
export async function run(app: App, args: string): Promise<void> {
  const { workspace } = app;
  await app.turns.awaitExtensions(); // they may ship some
  const { skills, problems } = workspace.builtins;
  const named = skills.find(({ name }) => name === args);
  const skill =
    named ??
    (await app.stage.show(
      new SelectDialog({
        theme: app.theme,
        title: "Skills",
        ...describe(skills.length, problems),
        filter: true,
        height: () => app.screen.height - 1,
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

/** Problems shown at most. */
const MOST_PROBLEMS = 3;

function describe(count: number, problems: readonly SkillProblem[]): { message?: string } {
  const lines = problems
    .slice(0, MOST_PROBLEMS)
    .map(({ path, problem }) => `not used: ${path}: ${problem}`);
  if (problems.length > MOST_PROBLEMS) lines.push(`… ${problems.length - MOST_PROBLEMS} more`);
  if (count === 0) {
    lines.push("There is none. A skill is a folder with a SKILL.md under .zot/skills.");
  }
  return lines.length === 0 ? {} : { message: lines.join("\n") };
}

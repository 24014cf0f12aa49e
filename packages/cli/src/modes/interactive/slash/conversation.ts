import type { App } from "../app.js";
import { emptyScreen } from "../switch-session.js";

const PROMPT = `Get to know this project before we work on it. Look at the folder tree, the README and other documents, the build and test
configuration, and the most important source files; read no more than you need. Then sum it up in at most 40 lines: what it is for, how it
is laid out, how to build, run and test it, the conventions its code follows, and what seems unusual or risky. Change nothing.`;

/** `/study [focus]`: has the model read the project and sum it up. */
export async function study(app: App, args: string): Promise<void> {
  const prompt = args === "" ? PROMPT : `${PROMPT}\n\nPay special attention to: ${args}`;
  // An extension may have submitted the line.
  await app.turns.prompt(prompt, "");
}

/** `/compact`: has the model sum up all but the last messages. */
export async function compact(app: App): Promise<void> {
  await app.turns.compact();
}

/** `/clear`: forgets the conversation. What runs is stopped, the screen emptied, the scrollback kept. */
export async function clear(app: App): Promise<void> {
  app.turns.stop();
  await app.workspace.agent.clear();
  app.notes.clear();
  await emptyScreen(app);
}

export function exit(app: App): void {
  app.exit();
}

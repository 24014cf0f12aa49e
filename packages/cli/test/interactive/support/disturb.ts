import type { Random } from "@zot/tui/testing";
import type { StreamedApp } from "./streamed-app.js";

/** How often something happens between two tokens. */
const SHARE = 0.07;

type Disturb = (ui: StreamedApp) => void;

/** Opens and closes the popup of the editor, if the keys go there and nothing else is in it. */
function togglePopup({ app, terminal }: StreamedApp): void {
  if (app.stage.isOpen) return;
  if (app.editor.isPopupOpen) terminal.press("esc", "ctrl+u");
  else if (app.editor.isEmpty) terminal.type("/");
}

/** What comes and goes, and leaves no trace in the end. */
export function passingThings(random: Random): Disturb {
  return (ui) => {
    if (random.chance(SHARE)) togglePopup(ui);
  };
}

/** Whatever a user and extensions do while an answer comes in. */
export function anything(random: Random): Disturb {
  const press = (key: string) => (ui: StreamedApp) => {
    ui.terminal.press(key);
  };
  const things: readonly [Disturb, ...Disturb[]] = [
    togglePopup,
    openDialog,
    press("ctrl+l"),
    press("ctrl+u"),
    ({ terminal }) => {
      terminal.type("some words ");
    },
    ({ app }) => {
      app.notes.say("warn", `a note ${"that goes on ".repeat(random.between(1, 9))}`);
    },
    ({ app }) => app.notes.clear(),
  ];
  return (ui) => {
    if (random.chance(SHARE)) random.pick(things)(ui);
  };
}

/** The player closes it after the step: a second esc, while the first is on its way, would stop the turn. */
function openDialog(ui: StreamedApp): void {
  if (!ui.app.stage.isOpen && ui.app.editor.isEmpty) ui.openDialog();
}

import { readConfig, zotHome } from "@zot/sdk";
import { canDrawScreen, detectBackground, openTerminal, Screen, Theme } from "@zot/tui";
import type { Options } from "../../args/flags.js";
import { EXIT } from "../../errors.js";
import { findCwd } from "../../args/find-cwd.js";
import { onSignals } from "../signals.js";
import { createApp } from "./create-app.js";
import { bannerRows } from "./welcome.js";

/** `zot`: a conversation on the user's terminal. `prompt` is sent first, if there is one. */
export async function runInteractive(options: Options, prompt: string): Promise<number> {
  if (!canDrawScreen()) {
    const { runPlainLoop } = await import("../plain.js");
    return runPlainLoop(options, prompt);
  }
  const home = zotHome();
  const cwd = findCwd(options);
  const { theme: wanted } = readConfig(home);
  const terminal = openTerminal();
  const screen = new Screen(terminal);
  const theme = new Theme({ background: wanted === "light" ? "light" : "dark" });
  const app = createApp({ screen, theme, home, cwd, options });
  const signals = onSignals(() => {
    app.exit();
  });
  try {
    screen.commit(bannerRows(theme));
    app.render();
    if (wanted !== "light" && wanted !== "dark") {
      void detectBackground(terminal).then((background) => {
        if (background) theme.adapt(background);
        app.render();
      });
    }
    // The first frame is out before anything else is loaded.
    await new Promise((resolve) => setImmediate(resolve));
    await app.run(prompt);
  } finally {
    screen.close();
    await terminal.settled();
    terminal.close();
    await app.close();
    signals.dispose();
  }
  return signals.exitCode ?? EXIT.ok;
}

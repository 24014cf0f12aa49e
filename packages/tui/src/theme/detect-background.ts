import { ESC } from "../text/ansi.js";
import { ABILITIES_QUERY } from "../terminal/modes.js";
import type { Terminal } from "../terminal/terminal.js";

/** Long, for slow lines: no one waits for this. */
const ANSWER_WAIT_MS = 1000;

/**
 * Asks the terminal for its background colour (OSC 11). Without an answer `COLORFGBG` decides, then undefined.
 *
 * @example
 * import { detectBackground, openTerminal, Theme } from "@zot/tui";
 * const theme = new Theme();
 * const background = await detectBackground(openTerminal());
 * if (background) theme.adapt(background);
 */
export function detectBackground(
  terminal: Terminal,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<"dark" | "light" | undefined> {
  return new Promise((resolve) => {
    const finish = (background: "dark" | "light" | undefined) => {
      clearTimeout(timer);
      unlisten();
      resolve(background);
    };
    const timer = setTimeout(() => {
      finish(fromEnvironment(env.COLORFGBG));
    }, ANSWER_WAIT_MS);
    timer.unref();
    let hasAsked = false;
    let unlisten = () => undefined as unknown;
    unlisten = terminal.onReply((reply) => {
      const isPassedOver = hasAsked && reply.kind === "csi" && /^\?.*c$/.test(reply.body);
      if (isPassedOver) finish(fromEnvironment(env.COLORFGBG));
      const parts = /^11;rgba?:([0-9a-f]+)\/([0-9a-f]+)\/([0-9a-f]+)/i.exec(reply.body);
      if (reply.kind !== "osc" || parts === null) return;
      const [red = 0, green = 0, blue = 0] = parts
        .slice(1)
        .map((part) => Number.parseInt(part, 16) / (16 ** part.length - 1));
      finish(0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5 ? "light" : "dark");
    });
    hasAsked = true;
    terminal.write(`${ESC}]11;?${ESC}\\${ABILITIES_QUERY}`);
  });
}

/** `COLORFGBG` is `15;0`: the last number is the background among the sixteen colours. */
function fromEnvironment(value: string | undefined): "dark" | "light" | undefined {
  const last = value?.split(";").at(-1);
  if (last === undefined || !/^\d+$/.test(last)) return undefined;
  return Number(last) === 7 || Number(last) > 8 ? "light" : "dark";
}

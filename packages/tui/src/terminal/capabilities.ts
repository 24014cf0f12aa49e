/** How many colours a terminal can show: none, 16, 256 or 24-bit. */
export type ColorDepth = 0 | 16 | 256 | 16777216;

/** How a terminal shows pictures, if it does. */
export type ImageProtocol = "kitty" | "iterm2" | "none";

type Environment = Readonly<Record<string, string | undefined>>;

/** A stream as far as the checks below care. */
export interface MaybeTty {
  readonly isTTY?: boolean | undefined;
}

/**
 * Whether a full screen interface can work here: both ends are a terminal, and it is not a dumb one. If not, fall back
 * to a plain prompt loop.
 *
 * @example
 * import { canDrawScreen } from "@zot/tui";
 * if (!canDrawScreen()) console.log("plain mode");
 */
export function canDrawScreen(
  env: Environment = process.env,
  input: MaybeTty = process.stdin,
  output: MaybeTty = process.stdout,
): boolean {
  if (input.isTTY !== true || output.isTTY !== true) return false;
  if (env.TERM === "dumb" || env.TERM === "unknown") return false;
  // An empty TERM says nothing on Windows, where no one sets it.
  return Boolean(env.TERM) || process.platform === "win32";
}

/**
 * How many colours to use. `NO_COLOR` (set to anything) means none, `FORCE_COLOR` overrides the guess.
 *
 * @example
 * import { detectColorDepth } from "@zot/tui";
 * detectColorDepth({ TERM: "xterm-256color" }); // 256
 */
export function detectColorDepth(env: Environment = process.env): ColorDepth {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== "") return 0;
  const forced = { "0": 0, "1": 16, "2": 256, "3": 16777216 }[env.FORCE_COLOR ?? ""];
  if (forced !== undefined) return forced as ColorDepth;
  if (env.TERM === "dumb") return 0;
  if (/^(?:truecolor|24bit)$/i.test(env.COLORTERM ?? "")) return 16777216;
  if (/-direct$|^xterm-(?:kitty|ghostty)/.test(env.TERM ?? "")) return 16777216;
  const knownTrue = ["iTerm.app", "WezTerm", "ghostty", "vscode", "Hyper", "rio"];
  if (knownTrue.includes(env.TERM_PROGRAM ?? "") || env.WT_SESSION !== undefined) return 16777216;
  if (/-256(?:color)?$/.test(env.TERM ?? "") || env.TERM_PROGRAM === "Apple_Terminal") return 256;
  return 16;
}

/**
 * How to show pictures. Inside tmux or screen: not at all, they pass no pictures through.
 *
 * @example
 * import { detectImageProtocol } from "@zot/tui";
 * detectImageProtocol({ TERM: "xterm-kitty" }); // "kitty"
 */
export function detectImageProtocol(env: Environment = process.env): ImageProtocol {
  if (env.TMUX !== undefined || /^(?:screen|tmux)/.test(env.TERM ?? "")) return "none";
  if (env.KITTY_WINDOW_ID !== undefined || /kitty|ghostty/.test(env.TERM ?? "")) return "kitty";
  if (env.TERM_PROGRAM === "ghostty") return "kitty";
  if (env.TERM_PROGRAM === "iTerm.app" || env.TERM_PROGRAM === "WezTerm") return "iterm2";
  return "none";
}

/** Terminals that cut rows instead of wrapping them anew when they get narrower. */
export function detectReflow(env: Environment = process.env): boolean {
  if (env.TMUX !== undefined) return true;
  return env.XTERM_VERSION === undefined && !/^(?:linux|screen|rxvt|vt\d)/.test(env.TERM ?? "");
}

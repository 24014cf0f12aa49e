/**
 * The keys that a focused panel gets; a `rune` carries what was typed in `text`.
 *
 * @example
 * PANEL_KEYS.includes("pageup"); // true
 */
export const PANEL_KEYS = [
  "up",
  "down",
  "left",
  "right",
  "enter",
  "esc",
  "tab",
  "pageup",
  "pagedown",
  "home",
  "end",
  "backspace",
  "delete",
  "rune",
] as const;

export type PanelKeyName = (typeof PANEL_KEYS)[number];

import type { Key } from "@zot/tui";

const NAMED = new Set([
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
  "ctrl+c",
]);

/** A key as the wire names it; undefined for those that it has no name for. */
export function toPanelKey(key: Key): { key: string; text?: string } | undefined {
  if (NAMED.has(key.id)) return { key: key.id };
  return key.text === "" ? undefined : { key: "rune", text: key.text };
}

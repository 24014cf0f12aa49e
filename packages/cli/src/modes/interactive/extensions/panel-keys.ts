import { PANEL_KEYS } from "@zot/protocol/lines";
import type { Key } from "@zot/tui";

/** What is passed on by its name; the host closes the panel on `ctrl+c` itself. */
const NAMED = new Set<string>([...PANEL_KEYS, "ctrl+c"]);

/** A key as the wire names it; undefined for those that it has no name for. */
export function toPanelKey(key: Key): { key: string; text?: string } | undefined {
  if (NAMED.has(key.id)) return { key: key.id };
  return key.text === "" ? undefined : { key: "rune", text: key.text };
}

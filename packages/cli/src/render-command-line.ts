import type { Manifest } from "@zot/protocol";
import { visibleLine } from "@zot/tui/sanitize";

/** The line that would start it, as one would type it; nothing in it is hidden. */
export function renderCommandLine({ exec, args = [] }: Manifest): string {
  if (exec === undefined) return "nothing: it only brings skills or themes";
  return [exec, ...args].map(quote).join(" ");
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : visibleLine(JSON.stringify(word));
}

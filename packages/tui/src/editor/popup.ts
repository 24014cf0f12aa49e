import { oneLine } from "../sanitize.js";
import { truncate } from "../text/fit.js";
import { stringWidth } from "../text/width.js";
import type { Theme } from "../theme/theme.js";
import { windowAround } from "../widgets/window.js";
import type { CompletionItem, CompletionSession } from "./completion.js";

const WIDEST_LABEL = 32;

/** The rows of a completion popup. */
export function renderPopup(
  session: CompletionSession,
  theme: Theme,
  width: number,
  height: number,
): string[] {
  const { items, selectedIndex } = session;
  const { start, end } = windowAround(selectedIndex, items.length, height);
  const shown = items.slice(start, end);
  const labels = shown.map((item) => oneLine(item.label ?? item.value));
  const column = Math.min(WIDEST_LABEL, Math.max(...labels.map(stringWidth)), width - 2);
  const rows: string[] = [];
  for (const [at, item] of shown.entries()) {
    const before = items[start + at - 1];
    if (item.group !== undefined && (item.group !== before?.group || at === 0)) {
      rows.push(theme.paint("muted", truncate(`  ── ${oneLine(item.group)} ──`, width)));
    }
    rows.push(
      renderItem(item, labels[at] ?? "", start + at === selectedIndex, theme, width, column),
    );
  }
  if (items.length > shown.length) {
    rows.push(theme.paint("muted", `  ${selectedIndex + 1}/${items.length}`));
  }
  return rows;
}

function renderItem(
  item: CompletionItem,
  label: string,
  isSelected: boolean,
  theme: Theme,
  width: number,
  column: number,
): string {
  const cut = truncate(label, column);
  const gap = " ".repeat(Math.max(0, column - stringWidth(cut)));
  const room = width - column - 5;
  const about =
    item.description !== undefined && room > 4 ? truncate(oneLine(item.description), room) : "";
  const name = isSelected ? theme.paint("selected", `› ${cut}`) : `  ${cut}`;
  return about === "" ? name : `${name}${gap}  ${theme.paint("muted", about)}`;
}

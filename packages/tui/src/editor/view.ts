import { CURSOR } from "../text/ansi.js";
import { truncate } from "../text/fit.js";
import { stringWidth } from "../text/width.js";
import type { Theme } from "../theme/theme.js";
import { windowAround } from "../widgets/window.js";
import type { Chips } from "./chips.js";
import type { CompletionSession } from "./completion.js";
import type { LayoutRow } from "./layout.js";
import { renderPopup } from "./popup.js";

/** All that the picture of an editor depends on. */
export interface EditorPicture {
  readonly text: string;
  readonly cursor: number;
  readonly layout: readonly LayoutRow[];
  readonly cursorRow: number;
  readonly chips: Chips;
  readonly completion: CompletionSession;
  readonly prompt: string;
  readonly width: number;
  readonly placeholder: string;
  readonly maxRows: number;
  readonly popupRows: number;
  readonly theme: Theme;
}

/** The editor between two rules, its popup below. */
export function renderEditor(picture: EditorPicture): string[] {
  const { layout, cursorRow, completion, theme, width } = picture;
  const { start, end } = windowAround(cursorRow, layout.length, picture.maxRows);
  const rows = layout.slice(start, end).map((row, at) => renderRow(picture, row, start + at));
  if (picture.text === "" && picture.placeholder !== "") {
    const room = width - stringWidth(picture.prompt) - 1;
    rows[0] = `${rows[0] ?? ""}${theme.paint("muted", truncate(picture.placeholder, room))}`;
  }
  return [
    rule(theme, width, start > 0 ? `↑ ${start} more` : ""),
    ...rows,
    rule(theme, width, end < layout.length ? `↓ ${layout.length - end} more` : ""),
    ...(completion.isOpen ? renderPopup(completion, theme, width, picture.popupRows) : []),
  ];
}

function rule(theme: Theme, width: number, note: string): string {
  const label = note === "" || note.length + 4 > width ? "" : `── ${note} `;
  return theme.paint("border", label + "─".repeat(Math.max(0, width - label.length)));
}

function renderRow(picture: EditorPicture, row: LayoutRow, at: number): string {
  const { text, cursor, prompt, theme } = picture;
  const lead = at === 0 ? theme.paint("accent", prompt) : " ".repeat(stringWidth(prompt));
  if (at !== picture.cursorRow) return lead + show(picture, text.slice(row.start, row.end));
  return `${lead}${show(picture, text.slice(row.start, cursor))}${CURSOR}${show(picture, text.slice(cursor, row.end))}`;
}

function show({ chips, theme }: EditorPicture, text: string): string {
  const spaced = text.includes("\t") ? text.replaceAll("\t", "    ") : text;
  return spaced.replace(PRIVATE, (char) => theme.paint("chip", chips.labelOf(char) ?? char));
}

const PRIVATE = /[\u{100000}-\u{10fffd}]/gu;

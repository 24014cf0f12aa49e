import type { Look } from "./style.js";

/** A look for each purpose. */
export interface Palette {
  readonly accent: Look;
  readonly muted: Look;
  readonly strong: Look;
  readonly emphasis: Look;
  readonly info: Look;
  readonly success: Look;
  readonly warn: Look;
  readonly error: Look;
  readonly heading: Look;
  readonly code: Look;
  readonly link: Look;
  readonly quote: Look;
  readonly border: Look;
  readonly focus: Look;
  readonly selected: Look;
  readonly match: Look;
  readonly user: Look;
  readonly chip: Look;
  readonly added: Look;
  readonly removed: Look;
  readonly addedWord: Look;
  readonly removedWord: Look;
  readonly keyword: Look;
  readonly string: Look;
  readonly number: Look;
  readonly comment: Look;
  readonly function: Look;
  readonly type: Look;
}

export const DARK: Palette = {
  accent: { color: "#7aa2f7" },
  muted: { color: "#7f8797" },
  strong: { bold: true },
  emphasis: { italic: true },
  info: { color: "#7dcfff" },
  success: { color: "#8fc97a" },
  warn: { color: "#e0af68" },
  error: { color: "#f7768e" },
  heading: { color: "#7aa2f7", bold: true },
  code: { color: "#d7ba7d" },
  link: { color: "#7dcfff", underline: true },
  quote: { color: "#9aa5b8", italic: true },
  border: { color: "#4b5263" },
  focus: { color: "#7aa2f7", bold: true },
  selected: { color: "#7aa2f7", bold: true },
  match: { color: "#e0af68", bold: true },
  user: { background: "#2a2f3a" },
  chip: { color: "#c8a6ff" },
  added: { color: "#8fc97a" },
  removed: { color: "#f7768e" },
  addedWord: { color: "#8fc97a", inverse: true },
  removedWord: { color: "#f7768e", inverse: true },
  keyword: { color: "#c8a6ff" },
  string: { color: "#a5d17f" },
  number: { color: "#e5a56b" },
  comment: { color: "#7f8797", italic: true },
  function: { color: "#82b1ff" },
  type: { color: "#6bc5d2" },
};

export const LIGHT: Palette = {
  accent: { color: "#2552b8" },
  muted: { color: "#6b7280" },
  strong: { bold: true },
  emphasis: { italic: true },
  info: { color: "#0b6e99" },
  success: { color: "#2f7d32" },
  warn: { color: "#94600a" },
  error: { color: "#b3261e" },
  heading: { color: "#2552b8", bold: true },
  code: { color: "#8a4b08" },
  link: { color: "#0b6e99", underline: true },
  quote: { color: "#5b6472", italic: true },
  border: { color: "#b4bac4" },
  focus: { color: "#2552b8", bold: true },
  selected: { color: "#2552b8", bold: true },
  match: { color: "#94600a", bold: true },
  user: { background: "#e8ecf3" },
  chip: { color: "#6b3fa0" },
  added: { color: "#2f7d32" },
  removed: { color: "#b3261e" },
  addedWord: { color: "#2f7d32", inverse: true },
  removedWord: { color: "#b3261e", inverse: true },
  keyword: { color: "#7b2fa8" },
  string: { color: "#2f7d32" },
  number: { color: "#a04d00" },
  comment: { color: "#6b7280", italic: true },
  function: { color: "#1f4fb3" },
  type: { color: "#0b6e78" },
};

import { CURSOR } from "@zot/tui";
import type { RenderGuard } from "./render-guard.js";

/** What the live area is made of, from top to bottom. Each draws its own rows. */
export interface ViewParts {
  /** Only the last `height` of its rows find room. */
  readonly transcript: (width: number, height: number) => readonly string[];
  readonly waiting: (width: number) => readonly string[];
  readonly activity: (width: number) => readonly string[];
  readonly notes: (width: number) => readonly string[];
  readonly panels: (width: number, height: number) => readonly string[];
  readonly dialog: (width: number) => readonly string[];
  readonly editor: (width: number) => readonly string[];
  readonly status: (width: number) => string;
  /** Whether the keys go to the editor. */
  readonly isEditing: () => boolean;
  /** Whether a dialog stands in the editor's place. */
  readonly isAsking: () => boolean;
  /** What parts say, for when they can't be drawn. */
  readonly textOf: { readonly notes: () => string; readonly editor: () => string };
}

/** The same parts, of which each fails on its own. */
export function guardParts(guard: RenderGuard, parts: ViewParts): ViewParts {
  const { textOf } = parts;
  const none = () => "";
  const noRows = (): readonly string[] => [];
  const wayOut = () => "esc closes it";
  return {
    ...parts,
    transcript: (width, height) =>
      guard.draw("the transcript", width, () => parts.transcript(width, height), none),
    waiting: (width) => guard.draw("what waits", width, () => parts.waiting(width), none),
    activity: (width) => guard.attempt("the activity", () => parts.activity(width), noRows),
    notes: (width) => guard.draw("a note", width, () => parts.notes(width), textOf.notes),
    panels: (width, height) =>
      guard.draw("a panel", width, () => parts.panels(width, height), wayOut),
    dialog: (width) => guard.draw("the dialog", width, () => parts.dialog(width), wayOut),
    editor: (width) => guard.draw("the editor", width, () => parts.editor(width), textOf.editor),
    status: (width) => guard.attempt("the status bar", () => parts.status(width), none),
  };
}

/** The rows below the finished part of the transcript. */
export function renderView(parts: ViewParts, width: number, height: number): readonly string[] {
  const foot = renderFoot(parts, width);
  const panels = parts.panels(width, Math.max(3, height - foot.length - 2));
  const middle = [...parts.waiting(width), ...parts.activity(width), ...parts.notes(width)];
  const body = [...middle, ...panels];
  const room = Math.max(0, height - foot.length);
  // Where room is short, what is about to be answered or typed comes first.
  const shownBody = body.slice(Math.max(0, body.length - room));
  // A terminal that gets lower pushes what finds no room into its scrollback, for good: keep what still changes low.
  const most = Math.max(3, Math.floor(height / 2));
  const above = parts.transcript(width, Math.min(most, room - shownBody.length)).slice(-most);
  const gap = above.length + shownBody.length + foot.length < height ? [""] : [];
  return [...above, ...gap, ...shownBody, ...foot];
}

function renderFoot(parts: ViewParts, width: number): readonly string[] {
  const status = parts.status(width);
  const dialog = parts.dialog(width);
  if (parts.isAsking()) return [...dialog, status];
  const editor = parts.editor(width);
  const rows = parts.isEditing() ? editor : editor.map((row) => row.replace(CURSOR, ""));
  return [...dialog, ...rows, status];
}

import { nextGrapheme, previousGrapheme } from "../text/graphemes.js";
import type { EditorCommand } from "./keymap.js";
import type { KillRing } from "./kill-ring.js";
import type { TextBuffer } from "./text-buffer.js";

/** What the last command was, for those that depend on it. */
export interface CommandContext {
  readonly buffer: TextBuffer;
  readonly ring: KillRing;
  readonly last: EditorCommand | undefined;
}

const isKill = (command: EditorCommand | undefined) => command?.startsWith("kill-") === true;
const isYank = (command: EditorCommand | undefined) => command?.startsWith("yank") === true;

function kill(context: CommandContext, from: number, to: number, before: boolean): boolean {
  const text = context.buffer.delete(from, to);
  context.ring.add(text, isKill(context.last), before);
  return true;
}

/** A line's end that is also the cursor's place: the line feed goes. */
function endOrNext(buffer: TextBuffer): number {
  const end = buffer.lineEnd();
  return end === buffer.cursor ? Math.min(buffer.text.length, end + 1) : end;
}

function startOrPrevious(buffer: TextBuffer): number {
  const start = buffer.lineStart();
  return start === buffer.cursor ? Math.max(0, start - 1) : start;
}

function yankPrevious({ buffer, ring, last }: CommandContext): boolean {
  if (!isYank(last)) return true;
  const { length } = ring.current;
  buffer.replace(buffer.cursor - length, buffer.cursor, ring.previous());
  return true;
}

function transpose({ buffer }: CommandContext): boolean {
  const isAtEnd = buffer.cursor === buffer.lineEnd();
  const middle = isAtEnd ? previousGrapheme(buffer.text, buffer.cursor) : buffer.cursor;
  const from = previousGrapheme(buffer.text, middle);
  const to = nextGrapheme(buffer.text, middle);
  if (from < buffer.lineStart() || from === middle || middle === to) return true;
  const swapped = buffer.text.slice(middle, to) + buffer.text.slice(from, middle);
  buffer.replace(from, to, swapped);
  return true;
}

/** The commands that only touch the text. Each returns whether the key was used. */
export const EDIT_COMMANDS: Readonly<
  Partial<Record<EditorCommand, (context: CommandContext) => boolean>>
> = {
  newline: ({ buffer }) => {
    buffer.insert("\n");
    return true;
  },
  left: ({ buffer }) => buffer.moveTo(buffer.left()) || true,
  right: ({ buffer }) => buffer.moveTo(buffer.right()) || true,
  "word-left": ({ buffer }) => buffer.moveTo(buffer.wordLeft()) || true,
  "word-right": ({ buffer }) => buffer.moveTo(buffer.wordRight()) || true,
  "line-start": ({ buffer }) => buffer.moveTo(buffer.lineStart()) || true,
  "line-end": ({ buffer }) => buffer.moveTo(buffer.lineEnd()) || true,
  "text-start": ({ buffer }) => buffer.moveTo(0) || true,
  "text-end": ({ buffer }) => buffer.moveTo(buffer.text.length) || true,
  "delete-back": ({ buffer }) => {
    buffer.delete(buffer.left(), buffer.cursor);
    return true;
  },
  "delete-forward": ({ buffer }) => {
    // In an empty editor ctrl+d means "leave": not ours.
    if (buffer.text === "") return false;
    buffer.delete(buffer.cursor, buffer.right());
    return true;
  },
  "kill-word-back": (context) =>
    kill(context, context.buffer.wordLeft(), context.buffer.cursor, true),
  "kill-word-forward": (context) =>
    kill(context, context.buffer.cursor, context.buffer.wordRight(), false),
  "kill-to-start": (context) =>
    kill(context, startOrPrevious(context.buffer), context.buffer.cursor, true),
  "kill-to-end": (context) =>
    kill(context, context.buffer.cursor, endOrNext(context.buffer), false),
  yank: ({ buffer, ring }) => {
    if (ring.current !== "") buffer.insert(ring.current);
    return true;
  },
  "yank-previous": yankPrevious,
  transpose,
  undo: ({ buffer }) => buffer.undo() || true,
  redo: ({ buffer }) => buffer.redo() || true,
};

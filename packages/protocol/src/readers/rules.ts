import { findHidden, type TextKind } from "../hidden-characters.js";

/** What is shown to somebody who decides about it must be what it looks like. */
const shown = (kind: TextKind) => (text: string) => {
  const hidden = findHidden(text, kind);
  return hidden === undefined ? undefined : `contains ${hidden}, which nobody sees; take it out`;
};

/** Rules that schemas and readers share: the words for what breaks one, else nothing. */
export const rules = {
  shownWord: shown("word"),
  shownLines: shown("lines"),
  shownProse: shown("prose"),
  exactId: (id: string | number) =>
    typeof id === "string" || isExact(id)
      ? undefined
      : "is too large a number to come back exactly; send it as a string",
} as const;

/** Whether a number survives the way through a program: past 2^53 integers are rounded. */
export function isExact(number: number): boolean {
  return Number.isSafeInteger(number) || (Number.isFinite(number) && !Number.isInteger(number));
}

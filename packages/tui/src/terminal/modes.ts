const ESC = "\x1b";

/** Begins and ends synchronised output (DEC 2026): the terminal shows a frame whole or not at all. */
export const SYNC_START = `${ESC}[?2026h`;
export const SYNC_END = `${ESC}[?2026l`;
export const HIDE_CURSOR = `${ESC}[?25l`;
export const SHOW_CURSOR = `${ESC}[?25h`;
/** Erases from the cursor to the end of the row. */
export const ERASE_ROW_END = `${ESC}[K`;
/**
 * Erases the cursor's row and all below it. It begins at the second column: from the first cell of the screen on, tmux would
 * put all that it erases into the scrollback.
 */
export const ERASE_BELOW = `\r${ESC}[K${ESC}[C${ESC}[J\r`;

/** Asks where the cursor is. */
export const CURSOR_QUERY = `${ESC}[6n`;
/** Asks for the terminal's kind (DA2), which matters when it is resized. */
const KIND_QUERY = `${ESC}[>c`;

/** Asks which of kitty's key reports are on; terminals without them stay silent. */
const KEYS_QUERY = `${ESC}[?u`;

/** Asks for the terminal's abilities (DA1). All answer it: what is asked before and not answered by then never will be. */
export const ABILITIES_QUERY = `${ESC}[c`;

/** How many questions a text asks that every terminal answers; those that some pass over come before one of these. */
export function countQuestions(text: string): number {
  return text.includes(ESC) ? text.split(QUESTION).length - 1 : 0;
}
const QUESTION = new RegExp(`${ESC}\\[(?:6n|>?c)`);

/** Whether this is the answer to such a question. */
export function isSureAnswer({ kind, body }: { kind: string; body: string }): boolean {
  return kind === "csi" && /[Rc]$/.test(body);
}

/** An answer that takes longer never comes: another program has read it. */
export const LOST_MS = 10_000;

/** Bracketed paste, focus reports, kitty keys (disambiguated), xterm's modifyOtherKeys for terminals without those. */
export const MODES_ON = `${ESC}[?2004h${ESC}[?1004h${ESC}[>1u${ESC}[>4;1m${KEYS_QUERY}${KIND_QUERY}`;
/** The same for a terminal that may still have them on: what kitty keeps on a stack is not put there twice. */
export const MODES_ON_AGAIN = `${ESC}[<u${MODES_ON}`;
/** Undoes all of it, and ends a frame that was cut short. */
export const MODES_OFF = `${SYNC_END}${ESC}[0m${ESC}[?7h${ESC}[<u${ESC}[>4;0m${ESC}[?1004l${ESC}[?2004l${SHOW_CURSOR}`;

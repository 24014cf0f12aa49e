/** How many numbered words the answer has. */
const WORDS = 1500;
/** Three words every eight milliseconds: about four seconds in all. */
const WORDS_AT_ONCE = 3;
const PAUSE_MS = 8;
const LAST = "END.";

const word = (number) => `{${String(number).padStart(4, "0")}}`;

const inParagraphs = (at) => (at % 97 === 96 ? "\n\n" : at % 41 === 40 ? "\n- " : " ");
const inShortItems = (at) => (at % 4 === 3 ? "\n- " : " ");

/**
 * What the offline model says: paragraphs and items of numbered words. A terminal that cuts rows when it gets narrower
 * gets short ones, so that it can't lose words on its own account.
 */
export function answer({ cutsRows }) {
  const after = cutsRows ? inShortItems : inParagraphs;
  const pieces = Array.from({ length: WORDS }, (_, at) => ({
    text: `${word(at)}${after(at)}`,
    delay_ms: at % WORDS_AT_ONCE === 0 ? PAUSE_MS : 0,
  }));
  return [[...pieces, { text: `\n\n${LAST}` }]];
}

/** Whether the answer has begun, and whether it is over and its last frame drawn. */
export const hasBegun = (rows) => rows.join("\n").includes(word(0));
export const isOver = (rows) => {
  const text = rows.join("\n");
  return text.includes(LAST) && !rows.some((row, at) => at >= rows.length - 8 && isActivity(row));
};

const isActivity = (row) => /esc stops/.test(row);
const isRule = (row) => /^─+$/.test(row.trim());

/** What went wrong, counted: words that are missing, or stand twice, or too early; rows that should have gone. */
export function count(rows) {
  const text = rows.join("").replaceAll(/[\s─]/g, "");
  const seen = [...text.matchAll(/\{(\d{4})\}/g)].map(([, digits]) => Number(digits));
  const distinct = new Set(seen);
  const firsts = [...distinct];
  return {
    lost: WORDS - distinct.size,
    doubled: seen.length - distinct.size,
    disordered: firsts.filter((number, at) => at > 0 && number < firsts[at - 1]).length,
    rules: Math.abs(rows.filter(isRule).length - 2),
    others:
      rows.filter(isActivity).length +
      Math.abs(rows.filter((row) => row.includes("Ask, or /")).length - 1),
  };
}

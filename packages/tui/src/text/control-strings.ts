const ESC = "\x1b";
const TMUX = `${ESC}Ptmux;`;
// OSC, DCS, SOS, PM and APC, each in its 7-bit and its 8-bit form.
const INTRODUCER = new RegExp(`${ESC}[\\]PX^_]|[\x9d\x90\x98\x9e\x9f]`, "g");
// What ends a string (BEL, ST, an escape character if a backslash follows) or breaks it off.
const STOP = new RegExp(`[\x07${ESC}\x9c\x18\x1a]`, "g");

/**
 * Takes out the strings that a terminal takes as a whole, up to BEL or ST. One without an end loses nothing here, so that
 * the text after it stays visible. Neither of the two places below ever goes back: what breaks one string off breaks off
 * all that began before it, so a text full of beginnings costs no more than any other.
 */
export function dropStrings(text: string): string {
  let kept = "";
  let from = 0;
  for (let start = search(INTRODUCER, text, 0); start < text.length;) {
    const stop = search(STOP, text, start + (text[start] === ESC ? 2 : 1));
    if (stop === text.length) break;
    const length = endLength(text, stop);
    if (length > 0) {
      kept += text.slice(from, start);
      from = stop + length;
    }
    start = search(INTRODUCER, text, stop + length);
  }
  return kept + text.slice(from);
}

/** How many characters end a string here; none if it is broken off. */
function endLength(text: string, at: number): number {
  if (text[at] === ESC) return text[at + 1] === "\\" ? 2 : 0;
  return text[at] === "\x07" || text[at] === "\x9c" ? 1 : 0;
}

/**
 * Takes out what tmux hands on to the terminal behind it, up to the first escape character that is not doubled. If that
 * is not its end, it is not the end of any other that began before it either: all of them see the same pairs.
 */
export function dropPassthrough(text: string): string {
  let kept = "";
  let from = 0;
  for (let start = text.indexOf(TMUX); start !== -1;) {
    let end = text.indexOf(ESC, start + TMUX.length);
    while (end !== -1 && text[end + 1] === ESC) end = text.indexOf(ESC, end + 2);
    if (end === -1) break;
    const isEnd = text[end + 1] === "\\";
    if (isEnd) {
      kept += text.slice(from, start);
      from = end + 2;
    }
    start = text.indexOf(TMUX, isEnd ? from : end);
  }
  return kept + text.slice(from);
}

/** The first place from there on that matches; the text's length if there is none. */
function search(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

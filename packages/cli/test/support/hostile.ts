/** Sequences that do something to a terminal; each is harmless text once it lost its control characters. */
export const HOSTILE: readonly string[] = [
  "\x1b]52;c;cm0gLXJmIC8=\x07", // clipboard
  "\x1b]52;c;?\x07", // reads the clipboard
  "\x1b]0;owned\x07", // title
  "\x1b]2;owned\x1b\\",
  "\x1b]8;;http://evil.example\x07link\x1b]8;;\x07", // hyperlink
  "\x1b]7;file:///etc\x07", // working folder
  "\x1b]9;notification\x07",
  "\x1b]777;notify;a;b\x07",
  "\x1b]10;?\x07", // asks for a colour
  "\x1b]11;?\x1b\\",
  "\x1b]4;0;?\x07",
  "\x1b]1337;File=name=YQ==:AAAA\x07", // iTerm2 file
  "\x1b]50;evil\x07", // font
  "\x1b]133;A\x07",
  "\x1bP+q544e\x1b\\", // DCS, asks for a capability
  "\x1bP$qm\x1b\\",
  "\x1bPtmux;\x1b\x1b]0;x\x07\x1b\\", // through tmux
  "\x1b_Gi=1,a=q;AAAA\x1b\\", // APC, kitty graphics
  "\x1b^private\x1b\\", // PM
  "\x1bXstart\x1b\\", // SOS
  "\x1b[6n", // asks for the cursor
  "\x1b[c", // asks what it is
  "\x1b[>q",
  "\x1b[21t", // reports the title
  "\x1b[2J\x1b[H", // clears
  "\x1b[?1049h", // alternate screen
  "\x1b[?1000h\x1b[?1006h", // mouse
  "\x1b[?2004h",
  "\x1b[8m hidden \x1b[0m",
  "\x1b[5;1H over", // moves
  "\x1b[1A\x1b[2K", // overwrites the line above
  "\x1b[3J", // scrollback
  "\x1bc", // reset
  "\x1b(0", // character set
  "\x1b#8",
  "\x1b[!p",
  "\u009b31m", // C1 CSI
  "\u009d0;c1 title\u009c", // C1 OSC
  "\u0090q\u009c", // C1 DCS
  "\x07", // bell
  "\x08\x08\x08over", // backspace
  "safe\rover", // carriage return
  "\x0e shift out \x0f",
  "\x7f",
  "\u202egnp.exe", // right-to-left override
  "\u2066isolate\u2069",
];

/** The first thing in a terminal's bytes that is more than text and line ends. */
export function findHostile(bytes: string): string | undefined {
  const text = bytes.replaceAll("\r\n", "\n");
  const characters = Array.from(text);
  const at = characters.findIndex((character) => acts(character.codePointAt(0) ?? 0));
  return at === -1 ? undefined : JSON.stringify(characters.slice(at, at + 40).join(""));
}

/** Whether a character does something to a terminal: C0 and C1 controls, and those that reorder text. */
function acts(code: number): boolean {
  if (code === 0x09 || code === 0x0a) return false;
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return true;
  return (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

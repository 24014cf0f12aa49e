const NAMED: Readonly<Record<string, string>> = {
  enter: "\r",
  esc: "\x1b",
  tab: "\t",
  space: " ",
  backspace: "\x7f",
  delete: "\x1b[3~",
  insert: "\x1b[2~",
  pageup: "\x1b[5~",
  pagedown: "\x1b[6~",
  "shift+tab": "\x1b[Z",
  "ctrl+space": "\0",
};
const ARROWS: Readonly<Record<string, string>> = {
  up: "A",
  down: "B",
  right: "C",
  left: "D",
  home: "H",
  end: "F",
};

/**
 * The bytes that a usual terminal sends for a key, named as in `Key.id`.
 *
 * @example
 * import { keyBytes } from "@zot/tui/testing";
 * keyBytes("ctrl+c"); // "\x03"
 * keyBytes("alt+left"); // "\x1b[1;3D"
 */
export function keyBytes(id: string): string {
  const known = NAMED[id];
  if (known !== undefined) return known;
  const parts = id === "+" ? ["+"] : id.split("+");
  const name = parts.at(-1) ?? "";
  const [ctrl, alt, shift] = ["ctrl", "alt", "shift"].map((modifier) => parts.includes(modifier));
  const bits = 1 + (shift ? 1 : 0) + (alt ? 2 : 0) + (ctrl ? 4 : 0);
  const arrow = ARROWS[name];
  if (arrow !== undefined) return bits === 1 ? `\x1b[${arrow}` : `\x1b[1;${bits}${arrow}`;
  const code = NAMED[name]?.charCodeAt(0) ?? name.codePointAt(0) ?? 0;
  if (shift === true || (ctrl === true && NAMED[name] !== undefined))
    return `\x1b[${code};${bits}u`;
  const plain = NAMED[name] ?? name;
  const controlled = ctrl === true ? String.fromCharCode(plain.charCodeAt(0) & 0x1f) : plain;
  return alt === true ? `\x1b${controlled}` : controlled;
}

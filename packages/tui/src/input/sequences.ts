import { makeKey, type InputEvent, type Key, type Modifiers } from "./events.js";
import { CODE_POINT_KEYS, KEYPAD_TEXT, LETTER_KEYS, TILDE_KEYS } from "./key-tables.js";

/** Terminals send modifiers as one more than the sum of their bits. */
function modifiersOf(param: string | undefined): Modifiers {
  const bits = Math.max(0, (Number.parseInt(param ?? "1", 10) || 1) - 1);
  // Meta counts as alt: on the terminals that tell them apart no one binds them differently.
  return {
    shift: (bits & 1) !== 0,
    alt: (bits & 2) !== 0 || (bits & 32) !== 0,
    ctrl: (bits & 4) !== 0,
  };
}

/** The key of a code point as the kitty protocol and xterm's modifyOtherKeys send it. */
function keyOfCodePoint(code: number, modifiers: Modifiers, shifted?: number): Key | undefined {
  const name = CODE_POINT_KEYS[code];
  const isCommand = modifiers.ctrl === true || modifiers.alt === true;
  if (name === "space") return makeKey("space", modifiers, isCommand ? "" : " ");
  if (name !== undefined) return makeKey(name, modifiers);
  const typed = KEYPAD_TEXT[code];
  if (typed !== undefined) return makeKey(typed, modifiers, isCommand ? "" : typed);
  // The private use area holds keys that we give no meaning: locks, media, modifiers on their own.
  if (code < 32 || (code >= 57344 && code <= 63743) || code > 0x10ffff) return undefined;
  const char = String.fromCodePoint(code);
  if (isCommand) return makeKey(char.toLowerCase(), { ...modifiers, ...shiftOf(char, modifiers) });
  const text =
    modifiers.shift === true
      ? shifted
        ? String.fromCodePoint(shifted)
        : char.toUpperCase()
      : char;
  return makeKey(text, modifiers, text);
}

/** With modifyOtherKeys a capital letter stands for shift. */
function shiftOf(char: string, modifiers: Modifiers): Modifiers {
  return { shift: modifiers.shift === true || char !== char.toLowerCase() };
}

/** What a whole CSI sequence means, given without its introducer; undefined if it is no one's concern. */
export function eventOfCsi(body: string): InputEvent | undefined {
  const final = body.slice(-1);
  const params = body.slice(0, -1);
  if (body === "I" || body === "O") return { type: "focus", focused: body === "I" };
  if (body === "Z") return makeKey("tab", { shift: true });
  if (params.startsWith("?") || params.startsWith(">") || params.startsWith("=")) {
    return { type: "reply", kind: "csi", body };
  }
  const parts = params.split(";");
  if (final === "u") return eventOfKitty(parts);
  if (final === "~") return eventOfTilde(parts);
  if (final === "R" && parts.length === 2) return { type: "reply", kind: "csi", body };
  const name = LETTER_KEYS[final];
  if (name === undefined || isRelease(parts[1])) {
    return /[cntxy]/.test(final) ? { type: "reply", kind: "csi", body } : undefined;
  }
  return makeKey(name, modifiersOf(parts[1]));
}

/** A third event kind after the modifiers is the key going up again. */
const isRelease = (modifiers: string | undefined) => modifiers?.split(":")[1] === "3";

function eventOfKitty(parts: readonly string[]): InputEvent | undefined {
  if (isRelease(parts[1])) return undefined;
  const [code, shifted] = (parts[0] ?? "").split(":").map(Number);
  const text = (parts[2] ?? "").split(":").filter(Boolean).map(Number);
  const modifiers = modifiersOf(parts[1]);
  if (text.length > 0 && modifiers.ctrl !== true && modifiers.alt !== true) {
    const typed = String.fromCodePoint(...text);
    return makeKey(typed, modifiers, typed);
  }
  return keyOfCodePoint(code ?? 0, modifiers, shifted);
}

function eventOfTilde(parts: readonly string[]): InputEvent | undefined {
  if (isRelease(parts[1])) return undefined;
  const code = Number.parseInt(parts[0] ?? "", 10);
  if (code === 27 && parts.length >= 3) {
    return keyOfCodePoint(Number(parts[2]), modifiersOf(parts[1]));
  }
  const name = TILDE_KEYS[code];
  return name === undefined ? undefined : makeKey(name, modifiersOf(parts[1]));
}

/** What `ESC O x` means. */
export function eventOfSs3(final: string): Key | undefined {
  const name = LETTER_KEYS[final];
  if (name !== undefined) return makeKey(name);
  // The application keypad: j to y are * + , - . / 0 to 9.
  const code = final.charCodeAt(0);
  if (code < 0x6a || code > 0x79) return undefined;
  const typed = String.fromCharCode(code - 0x40);
  return makeKey(typed, {}, typed);
}

/** The key of one character that came by itself. */
export function eventOfChar(char: string): Key {
  const code = char.codePointAt(0) ?? 0;
  if (code === 13) return makeKey("enter");
  if (code === 9) return makeKey("tab");
  if (code === 127) return makeKey("backspace");
  if (code === 27) return makeKey("esc");
  if (code === 32) return makeKey("space", {}, " ");
  if (code === 0) return makeKey("space", { ctrl: true });
  if (code < 27) return makeKey(String.fromCharCode(code + 96), { ctrl: true });
  if (code < 32) return makeKey(String.fromCharCode(code + 64), { ctrl: true });
  const shift = char !== char.toLowerCase();
  return makeKey(char, { shift }, char);
}

/** The same key with alt held, as `ESC` before it says. */
export function withAlt(key: Key): Key {
  const name = key.text === "" ? key.name : key.name.toLowerCase();
  return makeKey(name, { ctrl: key.ctrl, alt: true, shift: key.shift });
}

/**
 * A key that was pressed. `id` names it with its modifiers in a fixed order (`ctrl+alt+shift+`), as in `ctrl+o`,
 * `alt+enter`, `shift+tab`, `a`, `A`, `up`, `f1`; bindings compare against it.
 */
export interface Key {
  readonly type: "key";
  readonly id: string;
  /** The key without modifiers: a character, or `enter`, `esc`, `tab`, `space`, `backspace`, `up`, `f1` … */
  readonly name: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  /** What the key types; empty for keys that type nothing. */
  readonly text: string;
}

/** A text that was pasted, with line feeds as its only line ends. */
export interface Paste {
  readonly type: "paste";
  readonly text: string;
}

/** The terminal window got or lost the focus. */
export interface Focus {
  readonly type: "focus";
  readonly focused: boolean;
}

/** The terminal's answer to a question; never something typed. */
export interface Reply {
  readonly type: "reply";
  /** The answer without its introducer and end: `11;rgb:0000/0000/0000` for an OSC, `3;1R` for a CSI. */
  readonly body: string;
  readonly kind: "csi" | "osc" | "dcs" | "apc";
}

/** What a user does. */
export type UserInput = Key | Paste | Focus;

/** All that a terminal sends. */
export type InputEvent = UserInput | Reply;

/** Which modifiers were held. */
export interface Modifiers {
  readonly ctrl?: boolean;
  readonly alt?: boolean;
  readonly shift?: boolean;
}

/** Builds a key, its id included. */
export function makeKey(name: string, modifiers: Modifiers = {}, text = ""): Key {
  const { ctrl = false, alt = false, shift = false } = modifiers;
  const isTyped = text !== "" && name.length === 1;
  const showShift = shift && !isTyped;
  const prefix = `${ctrl ? "ctrl+" : ""}${alt ? "alt+" : ""}${showShift ? "shift+" : ""}`;
  return { type: "key", id: prefix + name, name, ctrl, alt, shift, text };
}

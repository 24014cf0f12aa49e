import type { Key } from "../input/events.js";

/**
 * A part of the screen: a plain object that draws itself and may take keys.
 *
 * @example
 * import type { Component } from "@zot/tui";
 * const clock: Component = { render: () => [new Date().toLocaleTimeString()] };
 */
export interface Component {
  /** Rows at most `width` cells wide. Called for every frame: cache what is costly. */
  render(width: number): readonly string[];
  /** Whether the key was used; if not, the next one down may have it. */
  handleKey?(key: Key): boolean;
  /** Whether the pasted text was used. */
  handlePaste?(text: string): boolean;
}

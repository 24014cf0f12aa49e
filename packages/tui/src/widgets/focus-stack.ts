import type { Key, UserInput } from "../input/events.js";
import type { Component } from "./component.js";

/**
 * Who gets the keys: the component on top, then, for keys it has no use for, nobody else but the owner. Taking one off
 * hands the focus to the one below, whichever order they go in.
 *
 * @example
 * import { FocusStack } from "@zot/tui";
 * const focus = new FocusStack();
 * const remove = focus.push({ render: () => ["a panel"], handleKey: (key) => key.id === "x" });
 * remove();
 */
export class FocusStack {
  #stack: Component[] = [];

  /** The component that gets the keys. */
  get current(): Component | undefined {
    return this.#stack.at(-1);
  }

  /** From the bottom to the top. */
  get layers(): readonly Component[] {
    return this.#stack;
  }

  /** Whether that component has the focus. */
  has(component: Component): boolean {
    return this.current === component;
  }

  /** Gives the focus to a component; returns a function that takes it off the stack again. */
  push(component: Component): () => void {
    this.#stack = [...this.#stack.filter((each) => each !== component), component];
    return () => {
      this.remove(component);
    };
  }

  /** Takes a component off, wherever it is. */
  remove(component: Component): void {
    this.#stack = this.#stack.filter((each) => each !== component);
  }

  /** Shows a dialog until it has a result, then takes it off. */
  async show<Result>(dialog: Component & { readonly result: Promise<Result> }): Promise<Result> {
    const remove = this.push(dialog);
    try {
      return await dialog.result;
    } finally {
      remove();
    }
  }

  /** Routes what the user did; returns whether someone used it. */
  handle(input: UserInput): boolean {
    const { current } = this;
    if (input.type === "key") return current?.handleKey?.(input) ?? false;
    if (input.type === "paste")
      return current?.handlePaste?.(input.text) ?? typeInto(current, input.text);
    return false;
  }
}

/** Pasting into something that only knows keys types the text, without its line ends. */
function typeInto(component: Component | undefined, text: string): boolean {
  if (component?.handleKey === undefined) return false;
  for (const char of text.replace(/\s+/g, " ")) {
    const key: Key = {
      type: "key",
      id: char === " " ? "space" : char,
      name: char === " " ? "space" : char,
      ctrl: false,
      alt: false,
      shift: false,
      text: char,
    };
    component.handleKey(key);
  }
  return true;
}

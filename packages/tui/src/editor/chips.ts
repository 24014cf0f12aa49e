// Each chip is one character of the last private use plane, so that it moves, deletes and undoes as one.
const FIRST = 0x100000;
const LAST = 0x10fffd;
const CHIP = /[\u{100000}-\u{10fffd}]/gu;

interface Chip {
  readonly label: string;
  readonly content: string;
}

/** Long pasted texts that stand in the editor as one character each. */
export class Chips {
  #chips: Chip[] = [];

  /** The character that stands for the content from now on. */
  add(content: string, label: string): string {
    this.#chips.push({ content, label });
    return String.fromCodePoint(Math.min(LAST, FIRST + this.#chips.length - 1));
  }

  get count(): number {
    return this.#chips.length;
  }

  labelOf(char: string): string | undefined {
    return this.#find(char)?.label;
  }

  /** The text with every chip replaced by what it stands for. */
  expand(text: string): string {
    return text.replace(CHIP, (char) => this.#find(char)?.content ?? "");
  }

  /** The text with every chip replaced by its label. */
  describe(text: string): string {
    return text.replace(CHIP, (char) => this.labelOf(char) ?? "");
  }

  /** Foreign text must not pass for a chip. */
  static strip(text: string): string {
    return text.replace(CHIP, "");
  }

  #find(char: string): Chip | undefined {
    const code = char.codePointAt(0) ?? 0;
    return code < FIRST ? undefined : this.#chips[code - FIRST];
  }
}

import type { Size } from "./size.js";

/** One line of a screen. */
export interface Line {
  /** What stands in each cell, up to the last that is taken; nothing in the second half of a wide character. */
  cells: string[];
  /** Whether it goes on with what found no room in the line above. */
  isWrapped: boolean;
  /** The row that stands here, if nothing has been written over it. */
  row: number | undefined;
}

/** The lower part of a screen: lines from one that is known on, which go on above it and below it. */
export interface Lines {
  lines: Line[];
  /** The first line of the screen; below 0 if that is above the lines that are known. */
  top: number;
  /** How many lines have gone off the screen; without end if that isn't known to be few. */
  above: number;
  /** The cursor's line and column. */
  y: number;
  x: number;
  size: Size;
  /** The number of the first row that is not finished. */
  finished: number;
}

/** A line that nothing stands in. */
export function emptyLine(): Line {
  return { cells: [], isWrapped: false, row: undefined };
}

/** The lines from `at` on that hold what was one line before it was wrapped. */
export function groupFrom(lines: readonly Line[], at: number): readonly Line[] {
  let end = at + 1;
  while (lines[end]?.isWrapped === true) end += 1;
  return lines.slice(at, end);
}

/** Cuts what stood in some lines into lines of another width. A wide character is never cut. */
export function rewrap(group: readonly Line[], columns: number): Line[] {
  const row = group.every((line) => line.row === group[0]?.row) ? group[0]?.row : undefined;
  let rest = group.flatMap((line) => line.cells);
  const lines: Line[] = [];
  do {
    const end = rest[columns] === "" ? columns - 1 : columns;
    lines.push({ cells: rest.slice(0, end), isWrapped: lines.length > 0, row });
    rest = rest.slice(end);
  } while (rest.length > 0);
  return lines;
}

/** What lines say, put together again where they were wrapped. */
export function textOf(lines: readonly Line[]): string[] {
  const texts: string[] = [];
  for (const { cells, isWrapped } of lines) {
    const text = cells.join("");
    texts.push(isWrapped ? (texts.pop() ?? "") + text : text);
  }
  return texts;
}

/** One line of a diff, with its number in the old and the new text. */
export interface DiffLine {
  readonly kind: "same" | "added" | "removed" | "skipped";
  readonly text: string;
  readonly oldNumber?: number;
  readonly newNumber?: number;
}

/** Beyond this many steps a middle is shown as replaced whole: exactness there helps no one and costs seconds. */
const MOST_STEPS = 1000;

type Step = readonly ["same" | "added" | "removed", string];

/**
 * The lines that differ between two texts, with some lines around them.
 *
 * @example
 * import { diffLines } from "@zot/tui/diff";
 * diffLines("a\nb", "a\nc"); // a stays, b goes, c comes
 */
export function diffLines(before: string, after: string, context = 3): DiffLine[] {
  const [a, b] = [split(before), split(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end))
    end += 1;
  const middle = shortest(a.slice(start, a.length - end), b.slice(start, b.length - end));
  const same = (lines: readonly string[]) => lines.map((line): Step => ["same", line]);
  const steps = [...same(a.slice(0, start)), ...middle, ...same(a.slice(a.length - end))];
  return fold(number(steps), context);
}

function split(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** The shortest way from one to the other (Myers). */
function shortest(a: readonly string[], b: readonly string[]): Step[] {
  const trail: Map<number, number>[] = [];
  let reach = new Map<number, number>([[1, 0]]);
  const most = Math.min(a.length + b.length, MOST_STEPS);
  for (let steps = 0; steps <= most; steps += 1) {
    trail.push(new Map(reach));
    const next = new Map(reach);
    for (let k = -steps; k <= steps; k += 2) {
      const down =
        k === -steps || (k !== steps && (next.get(k - 1) ?? -1) < (next.get(k + 1) ?? -1));
      let x = down ? (next.get(k + 1) ?? 0) : (next.get(k - 1) ?? 0) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      next.set(k, x);
      if (x >= a.length && x - k >= b.length) return walkBack(a, b, trail);
    }
    reach = next;
  }
  return [...a.map((line): Step => ["removed", line]), ...b.map((line): Step => ["added", line])];
}

function walkBack(
  a: readonly string[],
  b: readonly string[],
  trail: readonly Map<number, number>[],
): Step[] {
  const steps: Step[] = [];
  let [x, y] = [a.length, b.length];
  for (let step = trail.length - 1; step >= 0; step -= 1) {
    const reach = trail[step] ?? new Map<number, number>();
    const k = x - y;
    const down = k === -step || (k !== step && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
    const fromK = down ? k + 1 : k - 1;
    const fromX = reach.get(fromK) ?? 0;
    const fromY = fromX - fromK;
    while (x > Math.max(0, fromX) && y > Math.max(0, fromY) && a[x - 1] === b[y - 1]) {
      steps.push(["same", a[x - 1] ?? ""]);
      x -= 1;
      y -= 1;
    }
    if (step === 0) break;
    if (down) steps.push(["added", b[y - 1] ?? ""]);
    else steps.push(["removed", a[x - 1] ?? ""]);
    [x, y] = [fromX, fromY];
  }
  return steps.reverse();
}

function number(steps: readonly Step[]): DiffLine[] {
  let [oldNumber, newNumber] = [0, 0];
  return steps.map(([kind, text]) => {
    if (kind !== "added") oldNumber += 1;
    if (kind !== "removed") newNumber += 1;
    return {
      kind,
      text,
      ...(kind === "added" ? {} : { oldNumber }),
      ...(kind === "removed" ? {} : { newNumber }),
    };
  });
}

/** Leaves out lines that are far from any change. */
function fold(lines: readonly DiffLine[], context: number): DiffLine[] {
  const changed = lines.flatMap((line, at) => (line.kind === "same" ? [] : [at]));
  const kept = new Set(
    changed.flatMap((at) =>
      Array.from({ length: context * 2 + 1 }, (_, offset) => at - context + offset),
    ),
  );
  const shown: DiffLine[] = [];
  let skipped = 0;
  const flush = () => {
    if (skipped > 0 && shown.length > 0)
      shown.push({ kind: "skipped", text: `${skipped} unchanged` });
    skipped = 0;
  };
  for (const [at, line] of lines.entries()) {
    if (!kept.has(at)) {
      skipped += 1;
      continue;
    }
    flush();
    shown.push(line);
  }
  return shown;
}

import type { ColorDepth } from "../terminal/capabilities.js";

type Rgb = readonly [number, number, number];

function parse(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

const CUBE = [0, 95, 135, 175, 215, 255];
const nearestStep = (part: number) =>
  CUBE.reduce(
    (best, step, at) => (Math.abs(step - part) < Math.abs((CUBE[best] ?? 0) - part) ? at : best),
    0,
  );

const distance = (a: Rgb, b: Rgb) => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;

/** The 256-colour palette: a 6 × 6 × 6 cube from 16 on, 24 greys from 232 on. */
function nearest256(color: Rgb): number {
  const [red, green, blue] = color.map(nearestStep) as [number, number, number];
  const inCube: Rgb = [CUBE[red] ?? 0, CUBE[green] ?? 0, CUBE[blue] ?? 0];
  const step = Math.max(
    0,
    Math.min(23, Math.round(((color[0] + color[1] + color[2]) / 3 - 8) / 10)),
  );
  const grey = 8 + step * 10;
  if (distance(color, [grey, grey, grey]) < distance(color, inCube)) return 232 + step;
  return 16 + 36 * red + 6 * green + blue;
}

/** The usual look of the sixteen; users change them, so the nearest is a good guess at most. */
const SIXTEEN: readonly Rgb[] = [
  [0, 0, 0],
  [205, 49, 49],
  [13, 188, 121],
  [229, 229, 16],
  [36, 114, 200],
  [188, 63, 188],
  [17, 168, 205],
  [204, 204, 204],
  [102, 102, 102],
  [241, 76, 76],
  [35, 209, 139],
  [245, 245, 67],
  [59, 142, 234],
  [214, 112, 214],
  [41, 184, 219],
  [242, 242, 242],
];

/** The SGR parameters of a colour. */
export function colorCode(hex: string, depth: ColorDepth, isBackground: boolean): string {
  const color = parse(hex);
  const base = isBackground ? 48 : 38;
  if (depth === 16777216) return `${base};2;${color.join(";")}`;
  if (depth === 256) return `${base};5;${nearest256(color)}`;
  const at = SIXTEEN.reduce(
    (best, each, index) =>
      distance(each, color) < distance(SIXTEEN[best] ?? each, color) ? index : best,
    0,
  );
  const first = at < 8 ? 30 : 90 - 8;
  return String(first + at + (isBackground ? 10 : 0));
}

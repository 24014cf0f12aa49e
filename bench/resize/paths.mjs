/** The size that every window starts with. */
export const START = [100, 30];

const between = (random, least, most) => least + Math.floor(random() * (most - least + 1));
const anySize = (random) => [between(random, 40, 140), between(random, 12, 44)];

/** Steps of one column, up to `count` of them, and what the height does meanwhile. */
const drag = (from, to, rows) =>
  Array.from({ length: 60 }, (_, at) => [
    Math.round(from + ((to - from) * (at + 1)) / 60),
    rows(at),
  ]);

/** Ways through sizes: what comes, and how many milliseconds lie between. */
export const PATHS = {
  calm: { pauseMs: 450, sizes: (random) => Array.from({ length: 8 }, () => anySize(random)) },
  "calm, tiny and huge": {
    pauseMs: 450,
    sizes: () => [
      [60, 18],
      [200, 60],
      [40, 10],
      [41, 30],
      [120, 12],
      [40, 10],
      [200, 60],
      [80, 24],
    ],
  },
  "drag narrower": { pauseMs: 16, sizes: () => drag(100, 40, () => 30) },
  "drag wider": { pauseMs: 16, sizes: () => drag(100, 160, () => 30) },
  "drag there and back": {
    pauseMs: 16,
    sizes: () => [...drag(100, 70, () => 30).slice(0, 30), ...drag(70, 100, () => 30).slice(30)],
  },
  "drag by the corner": {
    pauseMs: 16,
    sizes: () => drag(100, 55, (at) => 30 - Math.floor(at / 5)),
  },
  "8 sizes in a second": {
    pauseMs: 125,
    sizes: (random) => Array.from({ length: 8 }, () => anySize(random)),
  },
};

/** Numbers from a seed (mulberry32), so that a run can be repeated. */
export function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

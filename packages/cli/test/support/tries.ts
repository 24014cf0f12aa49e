const { ZOT_TEST_SEED: seed, ZOT_TEST_RUNS: runs } = process.env;

/**
 * How often a property is tried. Fast-check draws a seed for each run of the tests and names it where it fails;
 * `ZOT_TEST_SEED` plays it again, `ZOT_TEST_RUNS` tries more.
 */
export function tries(usual: number): { numRuns: number; seed?: number } {
  const numRuns = runs === undefined ? usual : Number(runs);
  return seed === undefined ? { numRuns } : { numRuns, seed: Number(seed) };
}

const wanted = process.env.ZOT_TEST_SEED;

/** The parameters of a property: fast-check draws a seed for each run and names it where it fails; this plays it again. */
export const again = wanted === undefined ? {} : { seed: Number(wanted) };

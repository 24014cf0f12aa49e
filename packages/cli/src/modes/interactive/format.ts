/** So many of something, in words. */
export function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}

/** Dollars, with as many digits as say something. */
export function formatCost(dollars: number): string {
  if (dollars <= 0) return "$0";
  return `$${dollars.toFixed(dollars < 0.01 ? 4 : dollars < 1 ? 3 : 2)}`;
}

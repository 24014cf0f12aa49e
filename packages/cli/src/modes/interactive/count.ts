/** So many of something, in words. */
export function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}

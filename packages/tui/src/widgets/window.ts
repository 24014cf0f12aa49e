/** Which part of a list to show so that the selected item is in it, not at the edge if that can be. */
export function windowAround(
  selected: number,
  count: number,
  height: number,
): { start: number; end: number } {
  const size = Math.max(1, Math.min(height, count));
  const start = Math.max(0, Math.min(selected - Math.floor(size / 2), count - size));
  return { start, end: Math.min(count, start + size) };
}

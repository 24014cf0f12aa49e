/** The size of a screen. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Whether two sizes are one. */
export function isSameSize(one: Size, other: Size): boolean {
  return one.columns === other.columns && one.rows === other.rows;
}

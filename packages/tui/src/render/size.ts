/** The size of a screen. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** The size alone, as it is now. */
export const sizeOf = ({ columns, rows }: Size): Size => ({ columns, rows });

/** Whether two sizes are one. */
export const isSameSize = (one: Size, other: Size): boolean =>
  one.columns === other.columns && one.rows === other.rows;

/** One thing in the transcript that is not finished yet, or just became so. */
export interface Block {
  /** The rows as they look now, without those that were taken as settled. */
  render(width: number): readonly string[];
  /** What it says, for when it can't be drawn. */
  readonly text: string;
  /** Nothing will change any more. */
  readonly isFinished: boolean;
  /** Takes out what will not change any more, as a function that draws it; undefined if there is nothing. */
  takeSettled?(): ((width: number) => readonly string[]) | undefined;
  /** Counts the first rows of what was rendered last as settled, as far as they can be; returns how many. */
  keep?(count: number): number;
}

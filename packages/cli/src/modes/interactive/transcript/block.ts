/** One thing in the transcript that is not finished yet, or just became so. */
export interface Block {
  /** The rows as they look now, without those that were taken as settled; in few rows, where `room` is short. */
  render(width: number, room?: number): readonly string[];
  /** What it says, for when it can't be drawn. */
  readonly text: string;
  /** It waits behind others, and has nothing to show yet but what it is. */
  readonly isQueued?: boolean;
  /** Nothing will change any more. */
  readonly isFinished: boolean;
  /** Takes out what will not change any more, as a function that draws it; undefined if there is nothing. */
  takeSettled?(): ((width: number) => readonly string[]) | undefined;
  /** Counts the first rows of what was rendered last as settled, as far as they can be; returns how many. */
  keep?(count: number): number;
}

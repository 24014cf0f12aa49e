/** Fields of a frame that are there for sure in some context. A tool's args are always an object. */
export type Present<Frame, Field extends keyof Frame> = {
  [Key in Field]-?: Key extends "tool_args"
    ? Record<string, unknown>
    : Exclude<Frame[Key], undefined>;
};

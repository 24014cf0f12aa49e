/** The longest line that either side accepts, in bytes without the LF. */
export const MAX_LINE_BYTES = 8 * 1024 * 1024;

/** The deepest nesting of a frame; deeper JSON would overflow the stack of whoever walks it. */
export const MAX_JSON_DEPTH = 128;

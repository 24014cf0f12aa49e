/**
 * The longest line of the extension wire that either side accepts, in bytes without the LF.
 *
 * @example
 * const splitter = new LineSplitter(MAX_LINE_BYTES);
 */
export const MAX_LINE_BYTES = 8 * 1024 * 1024;

/**
 * The longest line that `zot rpc` accepts, in bytes without the LF: a prompt can carry images.
 *
 * @example
 * const splitter = new LineSplitter(MAX_RPC_LINE_BYTES);
 */
export const MAX_RPC_LINE_BYTES = 16 * 1024 * 1024;

/**
 * The deepest nesting of a frame; deeper JSON would overflow the stack of whoever walks it.
 *
 * @example
 * parseLine("[".repeat(MAX_JSON_DEPTH + 1) + "]".repeat(MAX_JSON_DEPTH + 1)).ok; // false
 */
export const MAX_JSON_DEPTH = 128;

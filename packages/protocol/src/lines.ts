/**
 * Framing alone, without schemas: for an SDK that must say hello before a validator could have loaded.
 */
export { editDistance } from "./edit-distance.js";
export { encodeFrame } from "./encode.js";
export { writeOutHidden } from "./hidden-characters.js";
export { MAX_JSON_DEPTH, MAX_LINE_BYTES } from "./limits.js";
export { LineSplitter, type Line } from "./line-splitter.js";
export { parseLine, type ParsedLine } from "./parse-line.js";
export { PANEL_KEYS, type PanelKeyName } from "./panel-keys.js";
export { PROTOCOL_VERSION } from "./version.js";

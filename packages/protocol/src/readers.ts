/**
 * Readers without the schemas, made from them: for whoever must answer a hello before zod could have loaded.
 */
export { decodeFromExtension, decodeFromHost, type Decoded, type FrameProblem } from "./codec.js";
export { decodeManifest, type DecodedManifest } from "./decode-manifest.js";
export { readContentBlock } from "./read-content-block.js";
export { MANIFEST_FIELDS } from "./readers/generated.js";

export * from "./version.js";
export * from "./limits.js";
export * from "./content.js";
export * from "./manifest.js";
export * from "./handshake.js";
export * from "./commands.js";
export * from "./tools.js";
export * from "./events.js";
export * from "./intercepts.js";
export * from "./panels.js";
export * from "./notes.js";
export * from "./shutdown.js";
export * from "./from-extension.js";
export * from "./from-host.js";
export { encodeFrame } from "./encode.js";
export { LineSplitter, type Line } from "./line-splitter.js";
export { parseLine, type ParsedLine } from "./parse-line.js";
export {
  decodeFromExtension,
  decodeFromHost,
  describeIssues,
  type Decoded,
  type FrameProblem,
} from "./codec.js";

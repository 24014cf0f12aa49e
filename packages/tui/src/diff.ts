export { diffLines, type DiffLine } from "./diff/diff-lines.js";
export { diffRows, type DiffOptions } from "./diff/diff-rows.js";

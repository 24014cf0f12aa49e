// Vitest 4 reads only this name; the configuration itself stays in the workspace file.
export { default } from "./vitest.workspace.js";

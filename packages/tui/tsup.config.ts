import { library } from "../../scripts/tsup-library.js";

export default library([
  "src/index.ts",
  "src/sanitize.ts",
  "src/markdown.ts",
  "src/image.ts",
  "src/testing.ts",
]);

import { library } from "../../scripts/tsup-library.js";

export default library(["src/index.ts", "src/extensions/index.ts"]);

import { library } from "../../scripts/tsup-library.js";

export default library(["src/index.ts", "src/lines.ts", "src/readers.ts", "src/rpc.ts"]);

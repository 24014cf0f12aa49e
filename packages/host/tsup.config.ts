import { library } from "../../scripts/tsup-library.js";

export default library({ index: "src/index.ts", inventory: "src/trust/inventory.ts" });

import { ext } from "./ext.js";

// #region submit
ext.command("plan", {
  description: "Compacts the conversation, then asks for a plan",
  run(args, zot) {
    zot.submitSlash("/compact");
    zot.submit(`Make a plan for: ${args}`);
  },
});
// #endregion

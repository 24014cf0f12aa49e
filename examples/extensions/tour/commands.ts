import { ext } from "./ext.js";

// #region command
ext.command("ticket", {
  description: "Writes a ticket into the editor",
  run(args) {
    if (args === "") return { error: "Where to? Try /ticket Ulm" };
    return { insert: `One ticket to ${args}, please.` };
  },
});
// #endregion

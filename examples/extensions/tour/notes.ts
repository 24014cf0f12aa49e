import { ext } from "./ext.js";

// #region notes
ext.command("delay", {
  description: "Announces a delay; /delay over takes it back",
  run(args, zot) {
    if (args === "over") zot.clearNotes();
    else zot.notify("warn", `Ten minutes late: ${args}`);
  },
});
// #endregion

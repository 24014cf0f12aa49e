import { ext } from "./ext.js";

// #region events
ext.on("turn_end", ({ stop, error }, zot) => {
  zot.log("the turn ended:", stop, error ?? "");
});
// #endregion

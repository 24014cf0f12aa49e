import { failure } from "@zot/ext";
import * as z from "zod";
import { ext } from "./ext.js";

// #region call-tool
ext.tool("count_lines", {
  description: "Counts the lines of a file.",
  schema: z.object({ path: z.string() }),
  async run({ path }, zot) {
    const file = await zot.callTool("read", { path });
    return file.is_error ? failure(file.text) : `${file.text.split("\n").length} lines`;
  },
});
// #endregion

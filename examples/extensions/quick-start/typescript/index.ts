import { extension } from "@zot/ext";
import * as z from "zod";

extension({ name: "words", version: "1.0.0" })
  .tool("count_words", {
    description: "Counts the words of a text.",
    schema: z.object({ text: z.string() }),
    run: ({ text }) => `${text.split(/\s+/).filter(Boolean).length} words`,
  })
  .command("shout", {
    description: "Puts what you type into the editor, in capitals",
    run: (args) => ({ insert: args.toUpperCase() }),
  })
  .run();

import { extension } from "@zot/ext";
import { Notes } from "./notes.js";

let notes: Notes;

extension({ name: "scratchpad", version: "1.0.0" })
  .setup((zot) => {
    notes = new Notes(zot.host.cwd);
  })
  .command("note", {
    description: "Writes a note that the model can read",
    async run(text) {
      if (text === "") return { error: "A note needs words. Try /note the tests need Docker" };
      const count = await notes.add(text);
      return `Noted (${count} in total).`;
    },
  })
  .command("notes", {
    description: "Shows the notes of this project",
    run: () => notes.list(),
  })
  .command("clear-notes", {
    description: "Throws the notes of this project away",
    async run() {
      await notes.clear();
      return "All notes are gone.";
    },
  })
  .tool("read_notes", {
    description: "Reads the notes that the user wrote about this project.",
    run: () => notes.list(),
  })
  .run();

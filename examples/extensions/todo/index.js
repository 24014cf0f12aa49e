import { extension, failure } from "@zot/ext";
import * as z from "zod";
import { TodoList } from "./list.js";
import { openTodoPanel } from "./panel.js";

let list;

extension({ name: "todo", version: "1.0.0" })
  .setup((zot) => {
    list = new TodoList(zot.host.cwd);
  })
  .command("todo", {
    description: "Opens your todo list; with text, adds to it",
    run(text, zot) {
      if (text) {
        list.add(text);
        return `Added: ${text}`;
      }
      openTodoPanel(zot, list);
      return undefined;
    },
  })
  .tool("todo", {
    description: "Reads the user's todo list, adds to it, or marks an entry as done or undone.",
    schema: z.object({
      action: z.enum(["list", "add", "toggle"]),
      text: z.string().optional().describe("add: what is to be done"),
      number: z.int().optional().describe("toggle: the entry's number, from 1"),
    }),
    run({ action, text, number }) {
      if (action === "add") {
        if (!text) return failure("add needs a text");
        list.add(text);
      } else if (action === "toggle") {
        if (!list.items[number - 1]) return failure(`there is no entry ${number}`);
        list.toggle(number - 1);
      }
      return (
        list
          .lines()
          .map((line, at) => `${at + 1}. ${line}`)
          .join("\n") || "The list is empty."
      );
    },
  })
  .run();

import { extension } from "@zot/ext";
import * as z from "zod";

const answers = ["Yes", "No"];
const HELP = "y or n · ↑↓ and enter";

extension({ name: "approve", version: "1.0.0" })
  .tool("approve", {
    description: "Asks the user to approve something, and waits for the answer.",
    schema: z.object({ question: z.string().describe("what the user is to approve") }),
    interactive: true,
    async run({ question }, zot) {
      let cursor = 0;
      const lines = () => answers.map((answer, at) => `${at === cursor ? "❯" : " "} ${answer}`);
      const panel = zot.openPanel({ title: question, lines: lines(), footer: HELP });
      const finish = (answer) => {
        panel.close();
        return answer === "Yes" ? "The user approved." : "The user refused.";
      };

      for await (const { key, text } of panel) {
        if (/^y$/i.test(text)) return finish("Yes");
        if (/^n$/i.test(text)) return finish("No");
        if (key === "enter") return finish(answers[cursor]);
        const isMove = key === "up" || key === "down";
        if (isMove) cursor = 1 - cursor;
        panel.render({ lines: lines(), footer: isMove ? HELP : "Please press y or n." });
      }
      return "The user closed the question without an answer. Take it as a no.";
    },
  })
  .run();

import * as z from "zod";
import { ext } from "./ext.js";

// #region panel
ext.command("counter", {
  description: "Opens a counter",
  run(_, zot) {
    let count = 0;
    zot.openPanel({
      id: "counter",
      title: "Counter",
      lines: ["0"],
      footer: "up and down count, esc closes",
      onKey({ key }, panel) {
        if (key === "up") count += 1;
        if (key === "down") count -= 1;
        panel.render({ lines: [String(count)] });
      },
      onResize({ width }, panel) {
        panel.render({ title: width < 40 ? "#" : "Counter" });
      },
      onClose: () => {
        zot.notify("info", `You counted to ${count}.`);
      },
    });
  },
});
// #endregion

// #region ask
ext.tool("choose_seat", {
  description: "Lets the user choose a seat.",
  schema: z.object({ seats: z.array(z.string()).min(1) }),
  interactive: true,
  async run({ seats }, zot) {
    const lines = seats.map((seat, at) => `${at + 1}  ${seat}`);
    const panel = zot.openPanel({ title: "Which seat?", lines });
    for await (const { text } of panel) {
      const seat = seats[Number(text) - 1];
      if (seat === undefined) continue;
      panel.close();
      return `The user takes ${seat}.`;
    }
    return "The user chose none.";
  },
});
// #endregion

import { boxRows, Theme } from "@zot/tui";
import { renderMarkdown } from "@zot/tui/markdown";

const theme = new Theme();
const text = "# Tea\n\n1. Boil *water*\n2. Wait\n\n| cups | spoons |\n| --- | --- |\n| 2 | 3 |\n";
const rows = renderMarkdown(text, 36, { theme });
console.log(boxRows(rows, 40, { theme, title: "how to" }).join("\n"));

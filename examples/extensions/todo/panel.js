const HELP = "↑↓ move · space done · n new · d delete · esc close";
const TYPING = "enter keep · empty: never mind";

/** Shows the list and lets the user change it. */
export function openTodoPanel(zot, list) {
  let cursor = 0;
  /** What is being typed, while something is. */
  let draft;

  const look = () => {
    cursor = Math.max(0, Math.min(cursor, list.items.length - 1));
    const lines = list.lines().map((line, at) => `${at === cursor ? "❯" : " "} ${line}`);
    if (draft !== undefined) lines.push(`+ ${draft}▏`);
    else if (lines.length === 0) lines.push("Nothing to do. Press n.");
    const done = list.items.filter((item) => item.done).length;
    return {
      title: `Todo ${done}/${list.items.length}`,
      lines,
      footer: draft === undefined ? HELP : TYPING,
    };
  };

  const choose = ({ key, text }) => {
    if (key === "up") cursor -= 1;
    else if (key === "down") cursor += 1;
    else if (key === "enter" || text === " ") list.toggle(cursor);
    else if (key === "delete" || text === "d") list.remove(cursor);
    else if (text === "n") draft = "";
  };

  const type = ({ key, text }) => {
    if (key === "rune") draft += text;
    else if (key === "backspace") draft = draft.slice(0, -1);
    else if (key === "enter") {
      if (draft.trim()) list.add(draft.trim());
      draft = undefined;
    }
  };

  return zot.openPanel({
    id: "todo",
    ...look(),
    onKey(input, panel) {
      if (draft === undefined) choose(input);
      else type(input);
      panel.render(look());
    },
  });
}

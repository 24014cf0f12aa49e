import { textRows } from "@zot/tui";
import { SLASH_COMMANDS } from "./table.js";
import type { App } from "../app.js";

const KEYS: readonly (readonly [string, string])[] = [
  ["enter", "send; while the model works, your message is queued for its next step"],
  ["alt+enter, ctrl+j", "a new line"],
  ["@", "pick a file"],
  ["tab", "complete; shift+tab goes back"],
  ["↑ ↓, ctrl+p ctrl+n", "earlier prompts"],
  ["alt+← alt+→", "a word back, a word on"],
  ["ctrl+a ctrl+e", "start and end of the line; ctrl+home and ctrl+end: of the text"],
  ["ctrl+w alt+d", "delete a word back, a word on"],
  ["ctrl+u ctrl+k", "delete to the start, to the end of the line"],
  ["ctrl+y alt+y", "paste what was deleted, and what was deleted before it"],
  ["ctrl+t", "swap two characters"],
  ["ctrl+_ alt+_", "undo, redo"],
  ["esc", "stop the turn, close what is open, clear notes"],
  ["ctrl+o", "the whole output of a tool"],
  ["ctrl+l", "empty the screen"],
  ["ctrl+z", "back to the shell; fg returns"],
  ["ctrl+c", "stop the turn and keep what you type; else clear it; twice: leave"],
  ["ctrl+d", "leave, when nothing is typed"],
];

/** Everything that can be typed and pressed, in the transcript. */
export function run(app: App): void {
  const { theme, host } = app;
  const own = SLASH_COMMANDS.map(({ name, args, summary, actions }) => {
    const list = actions === undefined ? "" : `: ${actions.map((each) => each.name).join(", ")}`;
    return [`/${name}${args === undefined ? "" : ` ${args}`}`, summary + list] as const;
  });
  const others = host
    .commands()
    .map(
      ({ name, description, extension }) => [`/${name}`, `${description} (${extension})`] as const,
    );
  const states = host
    .extensions()
    .map(
      ({ name, state, reason }) =>
        [name, reason === undefined ? state : `${state}: ${reason}`] as const,
    );
  app.transcript.addRows((width) => {
    const section = (title: string, lines: readonly (readonly [string, string])[]) => {
      if (lines.length === 0) return [];
      const widest = Math.max(...lines.map(([name]) => name.length)) + 2;
      const column = Math.min(28, widest, Math.max(12, Math.floor(width / 2)));
      const indent = " ".repeat(column);
      return [
        "",
        theme.paint("heading", title),
        ...lines.flatMap(([name, about]) => {
          const rows = textRows(about, Math.max(1, width - column), {
            style: theme.style("muted"),
          });
          const isShort = name.length < column;
          const first = isShort ? (rows.shift() ?? "") : "";
          return [
            ...(isShort ? [name.padEnd(column) + first] : textRows(name, width)),
            ...rows.map((row) => indent + row),
          ];
        }),
      ];
    };
    return [
      ...section("Commands", own),
      ...section("── extensions ──", others),
      ...section("Keys", KEYS),
      ...section("State of the extensions", states),
    ];
  });
}

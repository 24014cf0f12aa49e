import { PassThrough } from "node:stream";
import { Box, render, Static, Text, useInput } from "ink";
import { createElement as h, useState } from "react";
import { Theme } from "@zot/tui";
import { loadHighlighter, renderMarkdown } from "@zot/tui/markdown";
import { COLUMNS, feed, ROWS, runScenario, Sink, transcript, typeKeys } from "./answer.mjs";

// Ink knows no markdown: it gets the same rows as ours, so that both write the same picture.
await loadHighlighter();
const theme = new Theme({ depth: 256 });
const draw = (text) => renderMarkdown(text, COLUMNS - 1, { theme }).join("\n");

function open() {
  const sink = new Sink();
  const stdout = new PassThrough();
  stdout.columns = COLUMNS;
  stdout.rows = ROWS;
  stdout.isTTY = true;
  stdout.write = (data) => sink.write(String(data));
  const stdin = new PassThrough();
  stdin.isTTY = true;
  stdin.setRawMode = () => stdin;
  stdin.ref = () => stdin;
  stdin.unref = () => stdin;
  return {
    sink,
    stdout,
    stdin,
    options: { stdout, stdin, patchConsole: false, exitOnCtrlC: false },
  };
}

await runScenario({
  async stream() {
    const { sink, options } = open();
    const view = (done, tail) =>
      h(
        Box,
        { flexDirection: "column" },
        h(Static, { items: done }, (text, at) => h(Text, { key: at }, `${draw(text)}\n`)),
        h(Text, null, draw(tail)),
        h(Box, { borderStyle: "single" }, h(Text, null, "> ")),
        h(Text, null, "status"),
      );
    const app = render(view([], ""), options);
    let done = [];
    let tail = "";
    const push = (delta) => {
      tail += delta;
      const end = tail.lastIndexOf("\n\n");
      if (end === -1) return;
      done = [...done, tail.slice(0, end)];
      tail = tail.slice(end + 2);
    };
    await feed(push, () => app.rerender(view(done, tail)));
    await new Promise((resolve) => setTimeout(resolve, 100));
    return sink.bytes;
  },
  async echo() {
    const { sink, stdin, options } = open();
    function App() {
      const [text, setText] = useState("");
      useInput((input) => setText((before) => before + input));
      return h(
        Box,
        { flexDirection: "column" },
        h(Static, { items: transcript }, (line, at) => h(Text, { key: at }, line)),
        h(Box, { borderStyle: "single" }, h(Text, null, `> ${text}`)),
        h(Text, null, "status"),
      );
    }
    const painted = sink.written("status");
    render(h(App), options);
    await painted;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return typeKeys(
      (key) => stdin.write(key),
      (key) => sink.written(key),
    );
  },
});

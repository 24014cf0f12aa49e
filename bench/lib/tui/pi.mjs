import { Editor, Markdown, Text, TUI } from "@mariozechner/pi-tui";
import { COLUMNS, feed, ROWS, runScenario, Sink, transcript, typeKeys } from "./answer.mjs";

const color = (code) => (text) => `\x1b[${code}m${text}\x1b[39m`;
const plain = (text) => text;
const markdownTheme = {
  heading: color(36),
  link: color(34),
  linkUrl: color(90),
  code: color(33),
  codeBlock: plain,
  codeBlockBorder: color(90),
  quote: plain,
  quoteBorder: color(90),
  hr: color(90),
  listBullet: color(36),
  bold: (text) => `\x1b[1m${text}\x1b[22m`,
  italic: (text) => `\x1b[3m${text}\x1b[23m`,
  strikethrough: plain,
  underline: plain,
};
const editorTheme = {
  borderColor: color(90),
  selectList: {
    selectedPrefix: plain,
    selectedText: plain,
    description: plain,
    scrollInfo: plain,
    noMatch: plain,
  },
};

function open() {
  const sink = new Sink();
  let input = () => undefined;
  const terminal = {
    columns: COLUMNS,
    rows: ROWS,
    kittyProtocolActive: false,
    start(onInput) {
      input = onInput;
    },
    stop: () => undefined,
    drainInput: () => Promise.resolve(),
    write: (data) => sink.write(data),
    moveBy: () => undefined,
    hideCursor: () => undefined,
    showCursor: () => undefined,
    clearLine: () => undefined,
    clearFromCursor: () => undefined,
    clearScreen: () => undefined,
    setTitle: () => undefined,
    setProgress: () => undefined,
  };
  const tui = new TUI(terminal);
  const editor = new Editor(tui, editorTheme);
  return { sink, tui, editor, type: (key) => input(key) };
}

await runScenario({
  async stream() {
    const { sink, tui, editor } = open();
    const markdown = new Markdown("", 0, 0, markdownTheme);
    tui.addChild(markdown);
    tui.addChild(editor);
    tui.addChild(new Text("status", 0, 0));
    tui.setFocus(editor);
    tui.start();
    let text = "";
    await feed((delta) => {
      text += delta;
      markdown.setText(text);
      tui.requestRender();
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    return sink.bytes;
  },
  async echo() {
    const { sink, tui, editor, type } = open();
    for (const line of transcript) tui.addChild(new Text(line, 0, 0));
    tui.addChild(editor);
    tui.addChild(new Text("status", 0, 0));
    tui.setFocus(editor);
    const painted = sink.written("status");
    tui.start();
    await painted;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return typeKeys(type, (key) => sink.written(key));
  },
});

import { Editor, InputDecoder, Screen, Theme } from "@zot/tui";
import { MarkdownStream } from "@zot/tui/markdown";
import { COLUMNS, feed, ROWS, runScenario, Sink, transcript, typeKeys } from "./answer.mjs";

function open() {
  const sink = new Sink();
  const none = () => () => undefined;
  const terminal = {
    columns: COLUMNS,
    rows: ROWS,
    reflows: true,
    write: (data) => sink.write(data),
    onInput: none,
    onReply: none,
    onResize: none,
    onDrain: none,
    onResume: none,
    onRestore: none,
    suspend: () => undefined,
    close: () => undefined,
  };
  const screen = new Screen(terminal);
  const theme = new Theme({ depth: 256 });
  const editor = new Editor({ theme });
  return { sink, screen, theme, editor };
}

await runScenario({
  async stream() {
    const { sink, screen, theme, editor } = open();
    const markdown = new MarkdownStream({ theme, onChange: () => screen.requestRender() });
    screen.commit((width) => markdown.takeFinished(width));
    screen.setLive((width) => [...markdown.render(width), ...editor.render(width), "status"]);
    await feed((delta) => {
      markdown.append(delta);
      if (delta.includes("\n")) screen.commit((width) => markdown.takeFinished(width));
      else screen.requestRender();
    });
    markdown.end();
    screen.commit((width) => markdown.takeFinished(width));
    await new Promise((resolve) => setTimeout(resolve, 100));
    return sink.bytes;
  },
  async echo() {
    const { sink, screen, editor } = open();
    screen.commit(transcript);
    screen.setLive((width) => [...editor.render(width), "status"]);
    await sink.written("status");
    const decoder = new InputDecoder();
    return typeKeys(
      (key) => {
        for (const event of decoder.push(key)) editor.handleKey(event);
        screen.requestRender({ now: true });
      },
      (key) => sink.written(key),
    );
  },
});

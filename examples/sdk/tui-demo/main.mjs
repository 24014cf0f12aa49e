// The toolkit alone: an agent-like screen that answers itself. Run it in a terminal with `node main.mjs`.
// #region screen
import { canDrawScreen, Editor, FocusStack, openTerminal, Screen, Spinner, Theme } from "@zot/tui";
import { MarkdownStream } from "@zot/tui/markdown";

if (!canDrawScreen()) {
  console.error("tui-demo needs a terminal");
  process.exit(1);
}

const terminal = openTerminal();
const screen = new Screen(terminal);
const theme = new Theme();
const focus = new FocusStack();
const spinner = new Spinner(() => screen.requestRender());
const editor = new Editor({ theme, placeholder: "say something", onSubmit: answer });
let stream;

focus.push(editor);
screen.setLive((width) => [
  ...(stream?.render(width) ?? []),
  ...(spinner.isRunning ? [theme.paint("muted", `${spinner.frame} thinking`)] : []),
  ...editor.render(width),
  theme.paint("muted", "ctrl+c leaves"),
]);
terminal.onInput((input) => {
  const isUsed = focus.handle(input);
  if (!isUsed && input.type === "key" && input.id === "ctrl+c") leave();
  else screen.requestRender({ now: true });
});
// #endregion

function leave() {
  spinner.stop();
  screen.close();
  terminal.close();
}

// #region stream
async function answer(prompt) {
  screen.commit((width) => [
    "",
    theme.paint("user", ` ${prompt} `.padEnd(Math.min(width, 20))),
    "",
  ]);
  spinner.start();
  stream = new MarkdownStream({ theme, onChange: () => screen.requestRender() });
  for (const word of `You said **${prompt}**.\n\n\`\`\`js\nconst answer = 42;\n\`\`\`\n`.split(
    /(?<= )/,
  )) {
    stream.append(word);
    screen.commit((width) => stream.takeFinished(width));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  stream.end();
  const done = stream;
  screen.commit((width) => done.takeFinished(width));
  spinner.stop();
  screen.requestRender();
}
// #endregion

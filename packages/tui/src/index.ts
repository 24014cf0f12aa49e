export { openTerminal, type TerminalOptions } from "./terminal/open-terminal.js";
export type { Terminal } from "./terminal/terminal.js";
export {
  canDrawScreen,
  detectColorDepth,
  detectImageProtocol,
  type ColorDepth,
  type ImageProtocol,
  type MaybeTty,
} from "./terminal/capabilities.js";
export type { Focus, Key, Paste, Reply, UserInput, InputEvent } from "./input/events.js";
export { InputDecoder } from "./input/decoder.js";
export { Screen, type LiveView, type ScreenOptions } from "./render/screen.js";
export { sanitize, type SanitizeOptions } from "./sanitize.js";
export { CURSOR, stripStyles } from "./text/ansi.js";
export { fit, truncate } from "./text/fit.js";
export { stringWidth } from "./text/width.js";
export { wrapText, type WrapOptions } from "./text/wrap.js";
export { Editor, type EditorOptions } from "./editor/editor.js";
export type { Completer, Completion, CompletionItem } from "./editor/completion.js";
export type { Component } from "./widgets/component.js";
export { FocusStack } from "./widgets/focus-stack.js";
export { detectBackground } from "./theme/detect-background.js";
export { makeStyle, type Look, type Style } from "./theme/style.js";
export { Theme, type StyleName, type ThemeOptions } from "./theme/theme.js";

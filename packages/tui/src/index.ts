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
export type { Look, Style } from "./theme/style.js";
export { Theme, type StyleName, type ThemeOptions } from "./theme/theme.js";
export { boxRows, type BoxOptions } from "./widgets/box.js";
export {
  ConfirmDialog,
  PromptDialog,
  SelectDialog,
  type Choice,
  type Dialog,
  type DialogOptions,
} from "./widgets/dialogs.js";
export { exactRows, type ExactTextOptions } from "./widgets/exact-text.js";
export { fuzzyFilter } from "./widgets/fuzzy.js";
export { Notes, type NoteLevel } from "./widgets/notes.js";
export { Panel, type PanelContent, type PanelOptions } from "./widgets/panel.js";
export { progressBar } from "./widgets/progress.js";
export { ScrollView, type ScrollViewOptions } from "./widgets/scroll-view.js";
export { SelectList, type SelectItem, type SelectListOptions } from "./widgets/select-list.js";
export { Spinner } from "./widgets/spinner.js";
export { statusRow, type StatusPart } from "./widgets/status-bar.js";
export { Text, textRows, type TextOptions } from "./widgets/text.js";

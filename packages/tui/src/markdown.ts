export { loadHighlighter } from "./markdown/code.js";
export {
  MarkdownStream,
  renderMarkdown,
  type MarkdownOptions,
} from "./markdown/markdown-stream.js";

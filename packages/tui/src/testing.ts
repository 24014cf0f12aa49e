export { Emulator, type EmulatorOptions } from "./testing/emulator.js";
export { keyBytes } from "./testing/key-bytes.js";
export { modelTokens } from "./testing/model-tokens.js";
export { joinBlocks, randomMarkdown } from "./testing/random-markdown.js";
export { Random } from "./testing/random.js";
export { VirtualTerminal, type VirtualTerminalOptions } from "./testing/virtual-terminal.js";

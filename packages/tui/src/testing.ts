export { Emulator, type EmulatorOptions } from "./testing/emulator.js";
export { keyBytes } from "./testing/key-bytes.js";
export { VirtualTerminal } from "./testing/virtual-terminal.js";

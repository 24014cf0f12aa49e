import { claimStdout } from "./stray-output.js";

export { extension, type Extension } from "./extension.js";
export { failure, image, text, type ToolAnswer, type ToolResult } from "./results.js";
export type { CommandAnswer, CommandOptions } from "./command.js";
export type { EventHandler, EventOf } from "./events.js";
export type { HostInfo } from "./host-info.js";
export type { InterceptAnswer, InterceptHandler, InterceptOf } from "./intercept.js";
export type { Panel, PanelInput, PanelLook, PanelOptions, PanelSize } from "./panel.js";
export type { ToolOptions } from "./tool.js";
export type { Connection, Transport } from "./transport.js";
export type { CalledTool, Zot } from "./zot.js";

// At import rather than in `run()`: what an author prints on the way there would come before the hello.
claimStdout();

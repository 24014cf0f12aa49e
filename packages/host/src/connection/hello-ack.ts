import { PROTOCOL_VERSION } from "@zot/protocol/lines";
import type { HelloAck } from "@zot/protocol";
import type { HostOptions } from "../context/host-options.js";

/** What an extension is told when it says hello. */
export function helloAck(
  { zotVersion, cwd, interactive = false }: HostOptions,
  { provider, model }: { provider: string; model: string },
  dir: string,
): HelloAck {
  const calls = ["tool_cancel", "call_tool", "intercept_cancel", "command_cancel"];
  const capabilities = ["commands", "tools", "events", ...calls];
  return {
    type: "hello_ack",
    protocol_version: PROTOCOL_VERSION,
    zot_version: zotVersion,
    provider,
    model,
    cwd,
    extension_dir: dir,
    data_dir: dir,
    capabilities: interactive ? [...capabilities, "panels"] : capabilities,
  };
}

import type { Tool } from "@zot/core";
import type { ExtensionHost } from "@zot/host";
import { originOf } from "./host-tool-calls.js";

/** The extensions' tools as the agent takes them. The host has settled the names already. */
export function extensionTools(host: ExtensionHost): Tool[] {
  return host.tools().map(({ extension, name, description, schema }) => ({
    name,
    description,
    schema,
    run: async (args, context) => {
      const { signal, callId: id } = context;
      const outcome = await host.callTool(name, args, { signal, id, origin: originOf(context) });
      const { content, is_error, saved_to } = outcome;
      return {
        content,
        is_error,
        details: {
          extension,
          ...(saved_to === undefined ? {} : { truncated: true, full_output: saved_to }),
        },
      };
    },
  }));
}

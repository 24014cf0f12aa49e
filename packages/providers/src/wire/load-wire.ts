import type { WireApi } from "../model.js";
import type { Wire } from "./wire.js";

/** Loads one vendor's wire, and no other. */
export async function loadWire(api: WireApi): Promise<Wire> {
  switch (api) {
    case "anthropic":
      return (await import("../anthropic/wire.js")).wire;
    case "openai-chat":
      return (await import("../openai-chat/wire.js")).wire;
    case "openai-responses":
      return (await import("../openai-responses/wire.js")).wire;
    case "google":
      return (await import("../google/wire.js")).wire;
  }
}

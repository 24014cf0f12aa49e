import { openClient, type ModelClient, type OpenClientOptions } from "../../src/index.js";
import { hello } from "../support/collect.js";
import { useVendor } from "../support/use-vendor.js";
import type { Shapes } from "./shapes.js";

/** Retries without the waits of a real network. */
export const quick = { firstDelayMs: 1, longestDelayMs: 4 };

/** A client of a vendor at this address, without anything of the machine. */
export function openVendor(
  { provider, api }: Pick<Shapes, "provider" | "api">,
  baseUrl: string,
  more: Partial<OpenClientOptions> = {},
): Promise<ModelClient> {
  return openClient({
    provider,
    api,
    apiKey: "test-key-12345",
    baseUrl,
    home: "/nonexistent",
    env: {},
    retries: quick,
    ...more,
  });
}

/** A vendor that speaks these shapes, a request to it, and clients of it. */
export function useShapes(shapes: Shapes) {
  const vendor = useVendor();
  return {
    vendor,
    request: { model: shapes.model, messages: [hello] },
    open: (more?: Partial<OpenClientOptions>) => openVendor(shapes, vendor.url, more),
  };
}

import type { HelloAck } from "@zot/protocol";

/** What zot tells about itself in its greeting. */
export interface HostInfo {
  readonly protocol_version: number;
  readonly zot_version: string;
  readonly provider: string;
  readonly model: string;
  /** The project that the user works in. The extension's own working folder is `extension_dir`. */
  readonly cwd: string;
  /** The folder that holds `extension.json`. */
  readonly extension_dir: string;
  /** Where the extension may keep its data. */
  readonly data_dir: string;
  readonly capabilities: readonly string[];
}

/** Fills what an old host, or someone typing frames by hand, left out. */
export function toHostInfo(ack: Partial<HelloAck> = {}): HostInfo {
  const extension_dir = ack.extension_dir ?? process.cwd();
  return {
    protocol_version: ack.protocol_version ?? 0,
    zot_version: ack.zot_version ?? "",
    provider: ack.provider ?? "",
    model: ack.model ?? "",
    cwd: ack.cwd ?? process.cwd(),
    extension_dir,
    data_dir: ack.data_dir ?? extension_dir,
    capabilities: ack.capabilities ?? [],
  };
}

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROTOCOL_VERSION, type HelloAck } from "@zot/protocol";
import type { HostInfo } from "../host-info.js";

/** What the fake host says of itself, with a project and a data folder that go when it stops. */
export interface Greeting {
  ack: HelloAck & HostInfo;
  removeFolders: () => void;
}

export function prepareGreeting(extension_dir: string, wanted: Partial<HostInfo>): Greeting {
  const scratch = mkdtempSync(join(tmpdir(), "zot-ext-test-"));
  const cwd = join(scratch, "project");
  const data_dir = join(scratch, "data");
  mkdirSync(cwd);
  mkdirSync(data_dir);
  const ack: Greeting["ack"] = {
    type: "hello_ack",
    protocol_version: PROTOCOL_VERSION,
    zot_version: "0.0.0-test",
    provider: "offline",
    model: "offline",
    cwd,
    extension_dir,
    data_dir,
    ...wanted,
    capabilities: [...(wanted.capabilities ?? [])],
  };
  return {
    ack,
    removeFolders: () => {
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

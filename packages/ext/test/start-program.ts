import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startFolder, type TestHost, type TestHostOptions } from "@zot/ext/testing";

type Options = TestHostOptions & { env?: NodeJS.ProcessEnv };

/** A folder with an extension of this source, inside the package so that it can import `@zot/ext`. */
export function makeFolder(source: string, manifest: object = {}): string {
  const folder = mkdtempSync(join(import.meta.dirname, "tmp-"));
  const whole = { name: "probe", exec: "node", args: ["index.mjs"], ...manifest };
  writeFileSync(join(folder, "extension.json"), JSON.stringify(whole));
  writeFileSync(join(folder, "index.mjs"), source);
  return folder;
}

/** Starts this source as a real process; the folder goes again once it runs. */
export async function startProgram(
  source: string,
  options: Options & { manifest?: object } = {},
): Promise<TestHost> {
  const { manifest, ...rest } = options;
  const folder = makeFolder(source, manifest);
  try {
    return await startFolder(folder, rest);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

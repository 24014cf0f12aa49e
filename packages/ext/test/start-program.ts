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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Resolves once the process is gone; a test that waits in vain fails by its own time-out. */
export async function waitForDeath(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 5));
}

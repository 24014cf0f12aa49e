import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/**
 * A folder of the test's own, gone when the test ends. `inMemory`: where syncing a file costs nothing, if
 * the system has such a place; for tests that write thousands of files.
 */
export function tempFolder(options: { inMemory?: boolean } = {}): string {
  const memory = options.inMemory === true && existsSync("/dev/shm");
  const folder = realpathSync(mkdtempSync(join(memory ? "/dev/shm" : tmpdir(), "zot-core-")));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

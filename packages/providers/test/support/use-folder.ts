import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";

/** A folder that every test finds empty, and that is gone after it. */
export function useFolder(): string {
  const folder = join(tmpdir(), `zot-test-${randomUUID()}`);
  beforeEach(async () => {
    await mkdir(folder, { mode: 0o700 });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

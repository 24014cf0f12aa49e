import { afterAll, beforeAll, vi } from "vitest";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * For a test file that runs zot's parts in its own process: `$ZOT_HOME` is a folder that is gone afterwards, and time passes
 * only where a test says so. Returns the way to the folder.
 */
export function useVirtualPlace(): () => string {
  let place = "";
  beforeAll(() => {
    place = realpathSync(mkdtempSync(join(tmpdir(), "zot-stream-")));
    vi.stubEnv("ZOT_HOME", place);
    vi.useFakeTimers({
      toFake: [
        "setTimeout",
        "clearTimeout",
        "setInterval",
        "clearInterval",
        "setImmediate",
        "clearImmediate",
        "performance",
        "Date",
      ],
    });
  });
  afterAll(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    rmSync(place, { recursive: true, force: true });
  });
  return () => place;
}

import { afterAll, beforeAll, vi } from "vitest";

/** Within a test file, time passes only where a test says so: `vi.advanceTimersByTime`. */
export function useVirtualClock(): void {
  beforeAll(() => {
    vi.useFakeTimers({
      toFake: [
        "setTimeout",
        "clearTimeout",
        "setImmediate",
        "clearImmediate",
        "queueMicrotask",
        "performance",
        "Date",
      ],
    });
  });
  afterAll(() => {
    vi.useRealTimers();
  });
}

import { afterAll, beforeAll, beforeEach } from "vitest";
import { FakeVendor } from "./fake-vendor.js";

/** One server for all tests, which knows nothing of the test before. */
export function useVendor(): FakeVendor {
  const vendor = new FakeVendor();
  beforeAll(async () => {
    await vendor.listen();
  });
  beforeEach(() => {
    vendor.requests.length = 0;
    vendor.answer();
  });
  afterAll(() => vendor.close());
  return vendor;
}

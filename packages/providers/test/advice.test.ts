import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findCredential, openClient } from "../src/index.js";
import { collect, hello } from "./support/collect.js";
import { useFolder } from "./support/use-folder.js";
import { useVendor } from "./support/use-vendor.js";

/** A flag or a slash command of the program that uses this library. */
const CALLERS_OWN = /(?:^|[\s(])(?:--[a-z]|\/[a-z]+(?:\W|$))/;

const home = useFolder();
const vendor = useVendor();

async function messageOf(work: Promise<unknown>): Promise<string> {
  const failure: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof Error)) throw new Error("it did not fail");
  return failure.message;
}

it.each([400, 401, 404, 413, 429, 500])(
  "after status %i says what to do in words that fit any program",
  async (status) => {
    vendor.answer({
      status,
      headers: { "content-type": "application/json" },
      frames: ['{"error":{"message":"no"}}'],
    });
    const client = await openClient({
      ...{ provider: "openai", apiKey: "k", baseUrl: vendor.url, home, env: {} },
      retries: { firstDelayMs: 1, longestDelayMs: 1 },
    });
    const { error } = await collect(client, { model: "m", messages: [hello] });
    expect(error?.message).toMatch(/ — \w/);
    expect(error?.message).not.toMatch(CALLERS_OWN);
  },
);

it.each([
  [429, '{"error":{"message":"no","code":"insufficient_quota"}}', "no credit left"],
  [308, "", "leads elsewhere; check the base URL"],
])("after status %i and %j says that %s", async (status, body, advice) => {
  const headers = { "content-type": "application/json" };
  vendor.answer({ status, headers, frames: [body] });
  const client = await openClient({
    ...{ provider: "openai", apiKey: "k", baseUrl: vendor.url, home, env: {} },
  });
  const { error } = await collect(client, { model: "m", messages: [hello] });
  expect(error?.message).toContain(advice);
});

it("without a credential or an address says what to do in words that fit any program", async () => {
  await writeFile(join(home, "models.json"), '{"providers":{"mine":{"models":[{"id":"m"}]}}}');
  const expired = { access_token: "t-0123456789", expiry: "2001-01-01T00:00:00Z" };
  const auth = JSON.stringify({ google: { oauth: expired } });
  await writeFile(join(home, "auth.json"), auth, { mode: 0o600 });
  const messages = [
    await messageOf(openClient({ provider: "anthropic", env: {}, home })),
    await messageOf(openClient({ provider: "mine", apiKey: "k", env: {}, home })),
    await messageOf(findCredential({ provider: "google", env: {}, home })),
  ];
  expect(messages).toEqual([
    "no credential for anthropic: set ANTHROPIC_API_KEY, pass a key, or log in",
    "models.json gives no baseUrl for mine; add one, or pass a base URL",
    "the login for google has expired; log in again",
  ]);
  expect(messages.join("\n")).not.toMatch(CALLERS_OWN);
});

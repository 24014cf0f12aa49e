import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { findCredential, login, openClient } from "../src/index.js";
import { collect, hello } from "./support/collect.js";
import { useFolder } from "./support/use-folder.js";
import { useVendor } from "./support/use-vendor.js";
import { vendors } from "./vendors/shapes.js";

const CANARY = 'sk-canary/+="\\ 7f3a9c';
const spellings = [
  CANARY,
  JSON.stringify(CANARY).slice(1, -1),
  encodeURIComponent(CANARY),
  Buffer.from(CANARY).toString("base64"),
];
const HEADER_CANARY = "sk-canary-for-headers-7f3a9c";

const home = useFolder();
const vendor = useVendor();

function expectNoCanary(value: unknown): void {
  const text = inspect(value, { depth: 20, showHidden: true, maxStringLength: null });
  for (const spelling of [...spellings, HEADER_CANARY]) expect(text).not.toContain(spelling);
}

describe.each(vendors)("a canary key with $api", ({ provider, api, model, errorBody }) => {
  const json = { "content-type": "application/json" };

  it("shows up in no error and no event, whatever the server echoes", async () => {
    // One key in the file, one in the environment, one in the header.
    await writeFile(join(home, "auth.json"), JSON.stringify({ other: { api_key: CANARY } }), {
      mode: 0o600,
    });
    await findCredential({ provider: "other", home, env: { OPENAI_API_KEY: CANARY } });
    const client = await openClient({
      provider,
      api,
      apiKey: HEADER_CANARY,
      baseUrl: vendor.url,
      home,
      env: {},
      retries: { max: 1, firstDelayMs: 1 },
    });
    const echo = [HEADER_CANARY, ...spellings].join(" | ");
    const answers = [
      { status: 401, headers: json, frames: [errorBody(echo)] },
      { status: 500, headers: json, frames: [errorBody(echo)] },
      { status: 400, headers: { "content-type": "text/html" }, frames: [`<b>${echo}</b>`] },
      { status: 200, headers: json, frames: [echo] },
      { frames: [`data: {oops ${HEADER_CANARY}\n\n`] },
      { frames: [`data: ${JSON.stringify({ type: "error", error: { message: echo } })}\n\n`] },
    ];
    for (const answer of answers) {
      vendor.answer(answer);
      const { events, error } = await collect(client, { model, messages: [hello] });
      expect(error).toBeDefined();
      expectNoCanary(events);
      expectNoCanary(error?.stack);
      expectNoCanary(JSON.stringify(error));
    }
    expect(vendor.requests.some(({ headers }) => inspect(headers).includes(HEADER_CANARY))).toBe(
      true,
    );
  });

  it("shows up in no error of a login", async () => {
    vendor.answer({ status: 403, headers: json, frames: [errorBody(`bad ${HEADER_CANARY}`)] });
    const ask = () => Promise.resolve(HEADER_CANARY);
    const error: unknown = await login({ provider, home, env: {}, baseUrl: vendor.url, ask }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(Error);
    expectNoCanary(error);
  });
});

it("a damaged credential file is reported without its content", async () => {
  await writeFile(join(home, "auth.json"), `{"openai":{"api_key":"${HEADER_CANARY}"`, {
    mode: 0o600,
  });
  const error: unknown = await findCredential({ provider: "openai", home, env: {} }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  expectNoCanary(error);
});

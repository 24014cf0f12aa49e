import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { beforeEach, describe, expect, it } from "vitest";
import { readSecret } from "../../src/auth/read-secret.js";
import { login } from "../../src/index.js";
import { useFolder } from "../support/use-folder.js";
import { useVendor } from "../support/use-vendor.js";

const home = useFolder();
const vendor = useVendor();
beforeEach(() => {
  vendor.answer({ headers: { "content-type": "application/json" }, frames: ['{"data":[]}'] });
});

const denied = {
  status: 401,
  headers: { "content-type": "application/json" },
  frames: ['{"error":{"type":"authentication_error","message":"invalid x-api-key"}}'],
};
const keyOf = async () =>
  (
    JSON.parse(await readFile(join(home, "auth.json"), "utf8")) as {
      anthropic: { api_key: string };
    }
  ).anthropic.api_key;

/** Starts a login; returns its page's address and the promise that it ends with. */
async function start(signal?: AbortSignal): Promise<{ url: string; done: Promise<void> }> {
  let done: Promise<void> = Promise.resolve();
  const url = await new Promise<string>((resolve, reject) => {
    const options = { provider: "anthropic", home, env: {}, baseUrl: vendor.url, signal };
    done = login({ ...options, onUrl: resolve });
    done.catch(reject);
  });
  return { url, done };
}

async function formOf(url: string): Promise<{ csrf: string; html: string; headers: Headers }> {
  const page = await fetch(url);
  const html = await page.text();
  return { html, csrf: /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? "", headers: page.headers };
}

const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url, { method: "POST", body: new URLSearchParams(fields), headers });

describe("the login page", () => {
  it("tries the key, keeps it, and is gone", async () => {
    const { url, done } = await start();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}$/);
    const { csrf, html, headers } = await formOf(url);
    expect(html).toContain("Log in to Anthropic");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    const answer = await post(url, { csrf, key: " key-good-1234 " });
    expect(await answer.text()).toContain("You are logged in");
    await done;
    expect(await keyOf()).toBe("key-good-1234");
    expect(vendor.requests[0]?.headers["x-api-key"]).toBe("key-good-1234");
    await expect(fetch(url)).rejects.toThrow();
  });

  it("says why a key was refused, without repeating it, and lets one try again", async () => {
    const { url, done } = await start();
    const { csrf } = await formOf(url);
    vendor.answer({
      ...denied,
      frames: ['{"error":{"type":"authentication_error","message":"key-bad-12345 is invalid"}}'],
    });
    const first = await post(url, { csrf, key: "key-bad-12345" });
    const html = await first.text();
    expect(first.status).toBe(422);
    expect(html).toContain("[redacted] is invalid");
    expect(html).not.toContain("key-bad-12345");
    vendor.answer({ headers: { "content-type": "application/json" }, frames: ['{"data":[]}'] });
    await post(url, { csrf, key: "key-good-1234" });
    await done;
    expect(await keyOf()).toBe("key-good-1234");
  });

  it("refuses other sites, other names for this machine, and guesses", async () => {
    const abort = new AbortController();
    const { url, done } = await start(abort.signal);
    const ended = expect(done).rejects.toMatchObject({ code: "aborted" });
    const { csrf } = await formOf(url);
    const fields = { csrf, key: "key-evil-1234" };
    expect((await post(url, { ...fields, csrf: "" })).status).toBe(403);
    expect((await post(url, fields, { origin: "https://evil.example" })).status).toBe(403);
    expect((await fetch(new URL("/", url))).status).toBe(404);
    expect((await fetch(url, { method: "PUT" })).status).toBe(403);
    expect(await statusWithHost(url, "rebound.example")).toBe(403);
    expect(vendor.requests).toEqual([]);
    abort.abort();
    await ended;
  });
});

/** fetch sets the host by itself. */
function statusWithHost(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    outgoing.once("error", reject);
    outgoing.end();
  });
}

describe("the login prompt", () => {
  const options = () => ({ provider: "anthropic", home, env: {}, baseUrl: vendor.url });

  it("asks, tries and keeps", async () => {
    let question = "";
    await login({
      ...options(),
      ask: (asked) => {
        question = asked;
        return Promise.resolve("key-typed-123\n");
      },
    });
    expect(question).toContain("Anthropic API key");
    expect(await keyOf()).toBe("key-typed-123");
  });

  it.each([
    ["no key", "", "no key was given"],
    ["a refused key", "key-bad-12345", "invalid x-api-key"],
    ["a sentence", "my key is here", "that is not a key"],
  ])("keeps nothing after %s", async (_what, typed, expected) => {
    vendor.answer(denied);
    const attempt = login({ ...options(), ask: () => Promise.resolve(typed) });
    await expect(attempt).rejects.toThrow(expected);
    await expect(keyOf()).rejects.toThrow("ENOENT");
  });

  it("does not show what is typed", async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const reading = readSecret("key: ", Object.assign(input, { isTTY: true }), output);
    input.write("sesame-1234\r");
    expect(await reading).toBe("sesame-1234");
    expect(String(output.read())).toBe("key: \n");
  });
});

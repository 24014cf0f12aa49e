import { chmod, cp, readFile, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import {
  findCredential,
  findUnusedCredentials,
  locateCredential,
  login,
  logout,
  redact,
} from "../../src/index.js";
import { useFolder } from "../support/use-folder.js";
import { useVendor } from "../support/use-vendor.js";

const golden = fileURLToPath(
  new URL("../../../cli/test/fixtures/go-zot-home/auth.json", import.meta.url),
);

const home = useFolder();
const vendor = useVendor();
beforeEach(async () => {
  await cp(golden, path());
  await chmod(path(), 0o600);
});

type Entries = Record<string, Record<string, unknown>>;
const path = () => join(home, "auth.json");
const stored = async () => JSON.parse(await readFile(path(), "utf8")) as Entries;
const write = (file: unknown) => writeFile(path(), JSON.stringify(file), { mode: 0o600 });
const find = (provider: string, env = {}) => findCredential({ provider, home, env });

describe("auth.json of the Go zot", () => {
  it("gives its keys, those of further providers too, and none of them leaks", async () => {
    expect(await find("google")).toMatchObject({ secret: "go-google-api-key-123" });
    expect(await find("my-company")).toMatchObject({ secret: "go-my-company-api-key" });
    expect(redact("go-openrouter-api-key go-deepseek-api-key-123")).toBe("[redacted] [redacted]");
  });

  it("has logins that can't be used here: they are found, and the reason is told", async () => {
    for (const [provider, words] of [
      ["anthropic", "the login for anthropic has expired"],
      ["openai", "the login for openai is one of the Go zot's for a subscription"],
    ] as const) {
      const place = await locateCredential({ provider, home, env: {} });
      expect(place?.obstacle).toContain(words);
      await expect(find(provider)).rejects.toMatchObject({
        code: "auth",
        message: expect.stringMatching(`^${words}.*; log in again$`) as string,
      });
    }
    const known = ["anthropic", "openai", "google", "my-company"];
    expect(await findUnusedCredentials(home, known)).toEqual({
      unknown: ["deepseek", "openrouter"],
      obstacles: {
        anthropic: expect.stringContaining("has expired") as string,
        openai: expect.stringContaining("subscription") as string,
      },
    });
    await writeFile(path(), "{");
    expect(await findUnusedCredentials(home, known)).toEqual({ unknown: [], obstacles: {} });
  });

  it("is changed in one entry only, where the Go zot looks for it", async () => {
    const before = await stored();
    const ask = () => Promise.resolve("a-new-company-key");
    vendor.answer({ headers: { "content-type": "application/json" }, frames: ['{"data":[]}'] });
    const models = {
      providers: { "my-company": { baseUrl: vendor.url }, fresh: { baseUrl: vendor.url } },
    };
    await writeFile(join(home, "models.json"), JSON.stringify(models));
    for (const provider of ["my-company", "fresh"]) await login({ provider, home, env: {}, ask });
    const { additional_api_key_creds: others, ...named } = await stored();
    expect({ ...named, additional_api_key_creds: before.additional_api_key_creds }).toEqual(before);
    expect(others).toEqual({
      ...before.additional_api_key_creds,
      "my-company": { api_key: "a-new-company-key" },
      fresh: { api_key: "a-new-company-key" },
    });
    for (const provider of ["my-company", "fresh", "openrouter"]) await logout({ provider, home });
    delete before.additional_api_key_creds;
    expect(await stored()).toEqual(before);
  });

  it("keeps a ChatGPT login beside a new key, and no other login", async () => {
    const before = await stored();
    const ask = () => Promise.resolve("sk-new-key-1234");
    vendor.answer({ headers: { "content-type": "application/json" }, frames: ['{"data":[]}'] });
    for (const provider of ["openai", "anthropic"]) {
      await login({ provider, home, env: {}, baseUrl: vendor.url, ask });
    }
    const { openai, anthropic } = await stored();
    expect(openai).toEqual({ ...before.openai, api_key: "sk-new-key-1234" });
    expect(anthropic).toEqual({ api_key: "sk-new-key-1234" });
    expect(await find("openai")).toMatchObject({ kind: "api_key", secret: "sk-new-key-1234" });
  });
});

describe("a program that prints the key", () => {
  const node = (code: string, more = {}) => ({
    google: { api_key_command: { program: process.execPath, args: ["-e", code], ...more } },
  });

  it("is run without a shell, once, and only when the key is needed", async () => {
    const log = join(home, "runs");
    const code = `require("fs").appendFileSync(${JSON.stringify(log)}, "x"); console.log("printed-key-$HOME")`;
    await write(node(code));
    expect(await locateCredential({ provider: "google", home, env: {} })).toEqual({
      kind: "api_key",
      source: "file",
    });
    await expect(readFile(log, "utf8")).rejects.toThrow("ENOENT");
    expect(await find("google")).toEqual({
      kind: "api_key",
      secret: "printed-key-$HOME",
      source: "file",
    });
    expect(await find("google")).toMatchObject({ secret: "printed-key-$HOME" });
    expect(await readFile(log, "utf8")).toBe("x");
    expect(redact("it is printed-key-$HOME")).toBe("it is [redacted]");
  });

  it("R1: is run where auth.json lies, and not in a project that could have a say in what it does", async () => {
    await write(node("console.log('cwd:' + process.cwd())"));
    expect(await find("google")).toMatchObject({ secret: `cwd:${await realpath(home)}` });
  });

  it.each([
    ["console.log()", {}, "printed nothing"],
    ["console.log('secret-a\\nsecret-b')", {}, "printed more than one line"],
    ["console.log('secret-'.repeat(20000))", {}, "printed more than a key"],
    ["console.log('secret-x'); process.exit(3)", {}, "ended with exit code 3"],
    [
      "console.log('secret-y'); setInterval(() => {}, 1000)",
      { timeout_ms: 200 },
      "took longer than 0.2 s",
    ],
  ])("%s with %j fails, and what it printed is not told", async (code, more, words) => {
    await write(node(code, more));
    const error: unknown = await find("google").catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "no_credential" });
    expect(String(error)).toContain(words);
    expect(String(error)).not.toContain("secret-");
  });

  it("that is not there is named", async () => {
    await write({ google: { api_key_command: { program: "no-such-program-anywhere" } } });
    await expect(find("google")).rejects.toThrow(/"no-such-program-anywhere", was not found/);
  });

  it("is replaced by a key that was typed", async () => {
    await write(node("console.log('printed-key-2')"));
    vendor.answer({ headers: { "content-type": "application/json" }, frames: ['{"models":[]}'] });
    const ask = () => Promise.resolve("typed-key-1234");
    await login({ provider: "google", home, env: {}, baseUrl: vendor.url, ask });
    expect(await stored()).toEqual({ google: { api_key: "typed-key-1234" } });
  });
});

describe("variables that the Go zot reads", () => {
  it("are read: a token for Anthropic before its key, and NAME_API_KEY of one's own provider", async () => {
    const env = {
      ANTHROPIC_OAUTH_TOKEN: "token-from-the-env",
      ANTHROPIC_API_KEY: "key-from-the-env",
    };
    expect(await find("anthropic", env)).toMatchObject({
      kind: "oauth",
      secret: "token-from-the-env",
    });
    const own = { MY_COMPANY_API_KEY: "company-key-from-env" };
    expect(await find("my-company", own)).toMatchObject({
      secret: "company-key-from-env",
      source: "env",
    });
    expect(redact("token-from-the-env company-key-from-env")).toBe("[redacted] [redacted]");
    expect(await find("offline", { OFFLINE_API_KEY: "nothing-to-unlock" })).toBeUndefined();
  });
});

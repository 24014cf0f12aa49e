import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { discoverModels, loadCatalog, openClient } from "../../src/index.js";
import { collect, hello } from "../support/collect.js";
import { useFolder } from "../support/use-folder.js";
import { useVendor } from "../support/use-vendor.js";
import { anthropic } from "../vendors/anthropic-shapes.js";

const home = useFolder();
const vendor = useVendor();

const userModels = (providers: object) =>
  writeFile(join(home, "models.json"), JSON.stringify({ providers }));

describe("models.json", () => {
  it("adds models and overrides what it mentions, and nothing else", async () => {
    await userModels({
      anthropic: {
        models: [
          { id: "claude-sonnet-5-5", name: "Mine", priceInput: 0, input: ["text"], futureField: 1 },
          { id: "claude-next", contextWindow: 5000, maxTokens: 100, reasoning: false },
        ],
      },
    });
    const catalog = await loadCatalog({ home });
    expect(catalog.findModel("anthropic", "claude-sonnet-5-5")).toMatchObject({
      name: "Mine",
      context_window: 1_000_000,
      price: { input: 0, output: 10 },
    });
    expect(catalog.findModel("anthropic", "claude-next")).toMatchObject({
      name: "claude-next",
      context_window: 5000,
      max_output: 100,
      reasoning: false,
    });
    expect(catalog.defaultModel("anthropic")?.id).toBe("claude-sonnet-5-5");
    expect(catalog.warnings).toEqual([]);
  });

  it("brings a provider of one's own, on any wire", async () => {
    await userModels({
      "my-company": {
        baseUrl: vendor.url,
        api: "anthropic-messages",
        auth: "none",
        models: [{ id: "m1" }],
      },
    });
    const catalog = await loadCatalog({ home });
    expect(catalog.providers).toContain("my-company");
    const client = await openClient({ provider: "my-company", home, env: {} });
    vendor.answer({ frames: anthropic.text });
    await collect(client, { model: "m1", messages: [hello] });
    expect(vendor.requests[0]?.path).toBe("/v1/messages");
    expect(vendor.requests[0]?.headers["x-api-key"]).toBeUndefined();
  });

  it("says what it could not use, and uses the rest", async () => {
    await userModels({
      openai: {
        api: "smoke-signals",
        models: [{ name: "no id" }, { id: "ok", contextWindow: -1 }, 7],
      },
      broken: 3,
    });
    const catalog = await loadCatalog({ home });
    expect(catalog.findModel("openai", "ok")?.context_window).toBe(128_000);
    expect(catalog.warnings).toHaveLength(5);
    for (const warning of catalog.warnings) expect(warning).toMatch(/^models\.json: /);
  });

  it("tells how to log in at a provider, and nothing that would send a code in the clear", async () => {
    const oauth = {
      clientId: "zot-at-work",
      tokenUrl: "https://login.example.com/token",
      authorizeUrl: "https://login.example.com/authorize",
      deviceUrl: "https://login.example.com/device",
      scope: "models",
      redirectPort: 8976,
      redirectHost: "localhost",
      redirectPath: "/back",
      params: { audience: "models", ignored: 7 },
      futureField: true,
    };
    await userModels({
      work: { oauth },
      phone: { oauth: { ...oauth, authorizeUrl: undefined } },
      clear: { oauth: { ...oauth, tokenUrl: "http://login.example.com/token" } },
      nobody: { oauth: { ...oauth, clientId: "" } },
      nowhere: { oauth: { clientId: "zot", tokenUrl: oauth.tokenUrl } },
      text: { oauth: "yes" },
      port: { oauth: { ...oauth, redirectPort: "8976", redirectHost: "evil.example.com" } },
    });
    const catalog = await loadCatalog({ home });
    const { clientId, tokenUrl, authorizeUrl, deviceUrl, scope } = oauth;
    const back = { redirectPort: 8976, redirectHost: "localhost", redirectPath: "/back" };
    const params = { audience: "models" };
    const device = { clientId, tokenUrl, deviceUrl, scope };
    expect(catalog.userProvider("work")?.oauth).toEqual({
      browser: { clientId, tokenUrl, authorizeUrl, scope, ...back, params },
      device,
    });
    expect(catalog.userProvider("phone")?.oauth).toEqual({ device });
    for (const name of ["clear", "nobody", "nowhere", "text"]) {
      expect(catalog.userProvider(name)?.oauth).toBeUndefined();
    }
    expect(catalog.userProvider("port")?.oauth?.browser).not.toHaveProperty("redirectPort");
    expect(catalog.warnings).toHaveLength(6);
    expect(catalog.warnings[0]).toContain(
      'the oauth of clear has "http://login.example.com/token"',
    );
  });

  it("that is no JSON is ignored with a warning", async () => {
    await writeFile(join(home, "models.json"), "{");
    const catalog = await loadCatalog({ home });
    expect(catalog.warnings[0]).toContain("(file ignored)");
    expect(catalog.listModels("openai").length).toBeGreaterThan(3);
  });
});

describe("a model that nobody described", () => {
  it("is an error at the vendor's own address", async () => {
    const catalog = await loadCatalog({ home });
    expect(() => catalog.resolveModel({ provider: "openai", id: "x" })).toThrow(
      'unknown model "x" (provider="openai")',
    );
  });

  it("works with a warning where a base URL is given", async () => {
    const catalog = await loadCatalog({ home });
    const found = catalog.resolveModel({ provider: "openai", id: "x", baseUrl: vendor.url });
    expect(found.model).toMatchObject({ id: "x", provider: "openai", price: { input: 0 } });
    expect(found.warning).toContain("x is unknown: assuming 128k context");
  });
});

describe("discovery", () => {
  const json = { "content-type": "application/json" };
  const HOUR = 3_600_000;

  it.each([
    [
      "anthropic",
      { data: [{ id: "claude-x", display_name: "Claude X" }] },
      "/v1/models?limit=1000",
    ],
    [
      "openai",
      { data: [{ id: "gpt-x" }, { id: "text-embedding-3" }, { id: "gpt-4o-audio" }] },
      "/v1/models",
    ],
    [
      "google",
      {
        models: [
          {
            name: "models/gemini-x",
            inputTokenLimit: 9,
            supportedGenerationMethods: ["generateContent"],
          },
          { name: "models/gemini-embedding-1", supportedGenerationMethods: ["embedContent"] },
        ],
      },
      "/v1beta/models?pageSize=1000",
    ],
    ["kimi", { data: [{ id: "kimi-x", context_length: 9 }] }, "/v1/models"],
    ["ollama", { object: "list", data: [{ id: "llama-x" }] }, "/v1/models"],
  ])("of %s adds its models to the catalog", async (provider, list, path) => {
    vendor.answer({ headers: json, frames: [JSON.stringify(list)] });
    const options = { provider, baseUrl: vendor.url, apiKey: "test-key-12345", home, env: {} };
    const before = (await loadCatalog({ home })).listModels(provider).length;
    const models = await discoverModels(options);
    expect(vendor.requests[0]?.path).toBe(path);
    expect(models.length).toBe(before + 1);
    expect(models.at(-1)?.id).toMatch(/-x$/);
    expect((await loadCatalog({ home })).listModels(provider)).toEqual(models);
  });

  it("asks again after six hours, and not before", async () => {
    vendor.answer({ headers: json, frames: ['{"data":[{"id":"one"}]}'] });
    const options = { provider: "ollama", baseUrl: vendor.url, home, env: {} };
    const now = Date.now();
    await discoverModels({ ...options, now });
    await discoverModels({ ...options, now: now + 6 * HOUR - 1 });
    expect(vendor.requests).toHaveLength(1);
    vendor.answer({ headers: json, frames: ['{"data":[{"id":"two"}]}'] });
    const models = await discoverModels({ ...options, now: now + 6 * HOUR });
    expect(vendor.requests).toHaveLength(2);
    expect(models.map(({ id }) => id)).toContain("two");
  });

  it("that fails says why and keeps what was known", async () => {
    const options = { provider: "ollama", baseUrl: vendor.url, home, env: {} };
    vendor.answer({ headers: json, frames: ['{"data":[{"id":"one"}]}'] });
    await discoverModels({ ...options, now: 0 });
    vendor.answer({ status: 500, headers: json, frames: ["{}"] });
    await expect(discoverModels(options)).rejects.toMatchObject({ code: "server" });
    expect((await loadCatalog({ home })).findModel("ollama", "one")).toBeDefined();
    expect(await readFile(join(home, "models-cache.json"), "utf8")).not.toContain("test-key");
  });
});

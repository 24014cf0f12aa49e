import { describe, expect, it } from "vitest";
import { costOf, defaultModel, findModel, listModels, PROVIDERS } from "../../src/index.js";

describe("the built-in catalog", () => {
  it.each(PROVIDERS)("has a default model for %s, listed first", (provider) => {
    const model = defaultModel(provider);
    expect(model?.provider).toBe(provider);
    expect(listModels(provider)[0]).toBe(model);
  });

  it("finds a model by provider and id", () => {
    expect(findModel("offline", "offline")?.price.input).toBe(0);
    expect(findModel("offline", "claude-sonnet-5-5")).toBeUndefined();
  });

  it("has plausible numbers and no id twice", () => {
    const keys = listModels().map(({ provider, id }) => `${provider}/${id}`);
    expect(new Set(keys).size).toBe(keys.length);
    for (const model of listModels()) {
      expect(model.max_output).toBeLessThanOrEqual(model.context_window);
      expect(model.price.cache_read).toBeLessThanOrEqual(model.price.input);
      expect(model.price.output).toBeGreaterThanOrEqual(model.price.input);
    }
  });
});

describe("the cost of a request", () => {
  it("counts input, output and both kinds of cached tokens at their own price", () => {
    const price = { input: 1, output: 2, cache_read: 4, cache_write: 8 };
    const usage = { input: 1e6, output: 2e6, cache_read: 3e6, cache_write: 4e6, reasoning: null };
    expect(costOf(usage, { price })).toBe(1 + 4 + 12 + 32);
  });
});

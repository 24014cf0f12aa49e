import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findCredential, openClient, redact } from "../../src/index.js";
import { useFolder } from "../support/use-folder.js";

const home = useFolder();

describe("where a credential comes from", () => {
  const stored = { anthropic: { api_key: "key-from-the-file" }, openai: {} };

  it("is the option, then the variable, then the file", async () => {
    await writeFile(join(home, "auth.json"), JSON.stringify(stored), { mode: 0o600 });
    const env = { ANTHROPIC_API_KEY: "key-from-the-env" };
    const provider = "anthropic";
    const all = await findCredential({ provider, apiKey: "key-from-the-flag", env, home });
    expect(all).toMatchObject({ secret: "key-from-the-flag", source: "option" });
    const two = await findCredential({ provider, env, home });
    expect(two).toMatchObject({ secret: "key-from-the-env", source: "env" });
    const one = await findCredential({ provider, env: {}, home });
    expect(one).toMatchObject({ secret: "key-from-the-file", source: "file" });
  });

  it("is nowhere for a provider with an empty entry", async () => {
    await writeFile(join(home, "auth.json"), JSON.stringify(stored), { mode: 0o600 });
    expect(await findCredential({ provider: "openai", env: {}, home })).toBeUndefined();
  });

  it("takes either of two usual variables", async () => {
    const found = await findCredential({
      provider: "google",
      env: { GOOGLE_API_KEY: "second-variable" },
      home,
    });
    expect(found).toMatchObject({ secret: "second-variable", variable: "GOOGLE_API_KEY" });
  });

  it("hides everything that it loaded", async () => {
    await findCredential({
      provider: "kimi",
      env: { OPENAI_API_KEY: "key-of-another-vendor" },
      home,
    });
    expect(redact("Bearer key-of-another-vendor!")).toBe("Bearer [redacted]!");
  });
});

describe("opening a client without a credential", () => {
  it.each(["anthropic", "openai", "google", "kimi"])(
    "fails for %s, saying what to do",
    async (provider) => {
      const opening = openClient({ provider, env: {}, home });
      await expect(opening).rejects.toMatchObject({ code: "no_credential" });
      await expect(opening).rejects.toThrow(
        new RegExp(`^no credential for ${provider}: .*API_KEY`),
      );
    },
  );

  it("fails for an unknown provider, naming the known ones", async () => {
    await expect(openClient({ provider: "nobody", env: {}, home })).rejects.toThrow(
      'unknown provider "nobody"; known ones: anthropic, openai, google, kimi, ollama, offline',
    );
  });
});

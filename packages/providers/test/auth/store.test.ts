import { chmod, readdir, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AuthStore } from "../../src/auth/store/store.js";
import { findCredential, logout } from "../../src/index.js";
import { useFolder } from "../support/use-folder.js";

const parent = useFolder();
const home = join(parent, "home");

const path = () => join(home, "auth.json");
const modeOf = async (file: string) => (await stat(file)).mode & 0o777;

describe.skipIf(process.platform === "win32")("the credential file", () => {
  it("and its folder are private from the start", async () => {
    const mask = process.umask(0);
    try {
      await new AuthStore(home).update("openai", () => ({ api_key: "key-1234567" }));
    } finally {
      process.umask(mask);
    }
    expect(await modeOf(home)).toBe(0o700);
    expect(await modeOf(path())).toBe(0o600);
    expect(await readdir(home)).toEqual(["auth.json"]);
  });

  it("is made private if others could read it", async () => {
    const store = new AuthStore(home);
    await store.update("openai", () => ({ api_key: "key-1234567" }));
    await chmod(path(), 0o644);
    await chmod(home, 0o755);
    expect(store.read("openai")).toEqual({ api_key: "key-1234567" });
    expect(await modeOf(path())).toBe(0o600);
    await store.update("openai", () => ({ api_key: "key-7654321" }));
    expect(await modeOf(home)).toBe(0o700);
  });

  it("is refused as a symbolic link, for reading and for writing", async () => {
    await new AuthStore(home).update("openai", () => ({ api_key: "key-1234567" }));
    const elsewhere = join(parent, "elsewhere.json");
    await writeFile(elsewhere, "{}");
    await rm(path());
    await symlink(elsewhere, path());
    const message = /is a symbolic link, which is refused/;
    await expect(findCredential({ provider: "openai", home, env: {} })).rejects.toThrow(message);
    const writing = new AuthStore(home).update("openai", () => ({ api_key: "key-2222222" }));
    await expect(writing).rejects.toThrow(message);
    expect(await readFile(elsewhere, "utf8")).toBe("{}");
  });

  it("keeps what it doesn't know", async () => {
    const store = new AuthStore(home);
    await store.update("openai", () => ({ api_key: "key-1234567" }));
    const file = {
      anthropic: {},
      future: { api_key_command: ["pass", "show"], more: [1] },
      openai: { api_key: "key-1234567", label: "work" },
      version: 7,
    };
    await writeFile(path(), JSON.stringify(file));
    await store.update("openai", (current) => ({ ...current, api_key: "key-2222222" }));
    expect(JSON.parse(await readFile(path(), "utf8"))).toEqual({
      ...file,
      openai: { api_key: "key-2222222", label: "work" },
    });
    await logout({ provider: "openai", home });
    expect(store.providers()).toEqual([]);
  });

  it("reads what the Go zot wrote", async () => {
    await new AuthStore(home).update("kimi", () => ({ api_key: "key-1234567" }));
    const file = {
      anthropic: { oauth: { access_token: "go-access-token", expiry: "0001-01-01T00:00:00Z" } },
      openai: { api_key: "go-api-key-1" },
    };
    await writeFile(path(), JSON.stringify(file));
    const find = (provider: string) => findCredential({ provider, home, env: {} });
    expect(await find("anthropic")).toMatchObject({ kind: "oauth", secret: "go-access-token" });
    expect(await find("openai")).toMatchObject({ kind: "api_key", secret: "go-api-key-1" });
  });

  it.each(["{", "[]", '"text"'])("that holds %s is reported without quoting it", async (text) => {
    const store = new AuthStore(home);
    await store.update("openai", () => ({ api_key: "key-1234567" }));
    await writeFile(path(), text);
    expect(() => store.read("openai")).toThrow(/auth\.json .*mend it, or delete it/);
    await expect(store.update("openai", () => ({ api_key: "k" }))).rejects.toThrow("mend it");
    expect(await readFile(path(), "utf8")).toBe(text);
  });

  it("loses no update of many at once", async () => {
    const names = Array.from({ length: 12 }, (_, index) => `provider-${index}`);
    await Promise.all(
      names.map((name) => new AuthStore(home).update(name, () => ({ api_key: `key-of-${name}` }))),
    );
    expect(new AuthStore(home).providers().sort()).toEqual(names.sort());
  });

  it.each([
    ["a process that died", "999999999 aa", new Date()],
    ["a time long past", `${process.pid} bb`, new Date(0)],
  ])("does not wait for a lock left by %s", async (_what, content, time) => {
    const store = new AuthStore(home);
    await store.update("openai", () => ({ api_key: "key-1234567" }));
    const lock = `${path()}.lock`;
    await writeFile(lock, content);
    await utimes(lock, time, time);
    await store.update("openai", () => ({ api_key: "key-2222222" }));
    expect(await readdir(home)).toEqual(["auth.json"]);
  });
});

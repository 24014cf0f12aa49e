import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { agentSettings, chooseModel, loadCatalog, readConfig } from "@zot/sdk";
import { beforeEach, describe, expect, test } from "vitest";
import { updateConfig } from "../src/update-config.js";
import { startFakeModel, type ChatRequest } from "./support/fake-model.js";
import { fillOldHome, lastSession } from "./support/old-home.js";
import { runInPty } from "./support/run-in-pty.js";
import { makeFolder, runZot } from "./support/run-zot.js";
import { runZotInPty } from "./support/run-zot-in-pty.js";

let home: string;
let cwd: string;
let requests: ChatRequest[];
beforeEach(async () => {
  home = await makeFolder();
  cwd = realpathSync(await makeFolder());
  const model = await startFakeModel({ text: "from the company" });
  requests = model.requests;
  fillOldHome(home, { cwd, baseUrl: model.baseUrl });
});

const read = (name: string) => readFileSync(join(home, name), "utf8");
const config = (change: object) => {
  updateConfig(home, change);
};
const zot = (...args: string[]) => runZot(args, { cwd, env: { ZOT_HOME: home } });
const company = ["-p", "--provider", "my-company"];
const systemOf = (request: ChatRequest | undefined) =>
  String(request?.body.messages.find(({ role }) => role === "system")?.content);

describe("the home of a Go zot, read where it is", () => {
  test("its providers, keys, instructions, skills and extensions work, and no file of it is touched", async () => {
    const files = ["config.json", "auth.json", "models.json", "AGENTS.md", "skill-pins.json"];
    const before = files.map(read);
    const { code, stdout } = await zot(...company, "--with-skills", "hi");
    expect({ code, stdout }).toEqual({ code: 0, stdout: "from the company\n" });
    expect(requests[0]?.headers.authorization).toBe("Bearer go-my-company-api-key");
    expect(requests[0]?.body).toMatchObject({ model: "company-1" });
    expect(systemOf(requests[0])).toContain("Always answer in one sentence.");
    expect(systemOf(requests[0])).toContain("- release-notes: Write release notes");
    expect(files.map(read)).toEqual(before);

    expect((await zot(...company, "/greet")).stdout).toBe("hello from the old home\n");
    expect(read("logs/ext-greet.log")).toMatch(
      /^\n\[zot\] starting greet\/1\.0\.0 at 2026-03-01T08:00:00Z\n\n\[zot\] starting greet\/1\.0\.0 at /,
    );
  });

  test("-c goes on with its last session, which the Go zot can still read", async () => {
    const path = lastSession(home, cwd);
    const before = readFileSync(path, "utf8");
    expect((await zot(...company, "-c", "and now?")).code).toBe(0);
    const said = JSON.stringify(requests[0]?.body.messages);
    for (const words of ["what is in <README> & docs?", "# Hello", "draw it", "and now?"]) {
      expect(said).toContain(words);
    }
    const after = readFileSync(path, "utf8");
    expect(after.startsWith(before)).toBe(true);
    expect(after.slice(before.length)).toContain('"provider":"my-company"');
  });

  test("a session and a setting with a provider that is not there are said, and something else is used", async () => {
    writeFileSync(join(home, "auth.json"), "{}", { mode: 0o600 });
    config({ provider: "openrouter", model: "some/model" });
    const said =
      'zot: the session names the provider "openai-codex", which this zot does not have\n' +
      'zot: config.json names the provider "openrouter", which this zot does not have\n';
    const without = await zot("-p", "-c", "hi");
    expect(without).toMatchObject({ code: 1, stdout: "" });
    expect(without.stderr).toContain(`${said}zot: no credential for anthropic: `);
    const other = await zot("-p", "-c", "--model", "offline", "hi");
    expect(other).toMatchObject({ code: 0, stderr: said });
  });

  test("a login that has run out keeps nobody from starting", async () => {
    const keys = JSON.parse(read("auth.json")) as Record<string, unknown>;
    delete keys.google;
    writeFileSync(join(home, "auth.json"), JSON.stringify(keys), { mode: 0o600 });
    const talking = await runZotInPty([], { cwd, env: { ZOT_HOME: home, TERM: "dumb" } });
    await talking.waitFor(/this is the offline model/);
    talking.type("/exit\r");
    expect((await talking.finished).code).toBe(0);
    const { code, stdout, stderr } = await zot("-p", "hi");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("zot: the login for anthropic has expired\n");
    expect(stderr).toMatch(/^zot: no credential for anthropic: set ANTHROPIC_API_KEY/m);
    const asked = await zot("-p", "--provider", "anthropic", "--model", "claude-sonnet-5-5", "hi");
    expect(asked.code).toBe(1);
    expect(asked.stderr).toBe(
      "zot: the login for anthropic has expired; log in again (--api-key KEY, or /login in zot)\n",
    );
  });

  test("jail_by_default and http_proxy are honoured", async () => {
    const { stdout } = await zot("-p", "--provider", "offline", 'call read {"path":"/etc/hosts"}');
    expect(stdout).toContain("/etc/hosts is outside the jail");
    const proxy = await startFakeModel({ text: "through the proxy" });
    config({ http_proxy: new URL(proxy.baseUrl).origin });
    const models = { providers: { "my-company": { baseUrl: "http://company.invalid/v1" } } };
    writeFileSync(join(home, "models.json"), JSON.stringify(models));
    const proxied = await zot(...company, "--model", "company-1", "hi");
    expect(proxied.stdout).toBe("through the proxy\n");
    expect(proxy.requests[0]?.url).toBe("http://company.invalid/v1/chat/completions");
  });

  test("the reasoning that it writes for none is none, and its further levels are the nearest", async () => {
    await zot(...company, "hi");
    expect(requests[0]?.body).not.toHaveProperty("reasoning_effort");
    config({ reasoning: "max" });
    await zot(...company, "hi");
    expect(requests[1]?.body.reasoning_effort).toBe("high");
  });

  test("what this zot does not use is told once, to somebody who can read it", async () => {
    await zot(...company, "hi");
    const env = { ZOT_HOME: home };
    const { bytes } = await runInPty([...company, "hi"], { cwd, env });
    const said = bytes.replaceAll(/\s+/g, " ");
    for (const words of [
      "config.json has settings that this zot does not use: theme, tool_render, quick_model_shortcuts, respect_gitignore, keymap",
      "models.json has fields that this zot does not use: discover, reasoningLevelMap",
      "holds what this zot does not use: themes, skill-pins.json",
      "auth.json has credentials for providers that this zot does not have: deepseek, openrouter",
      "the login for anthropic has expired; /login takes a key",
      "the login for openai is one of the Go zot's for a subscription",
      "(nothing was changed; docs/from-go-zot.md says more)",
    ]) {
      expect(said).toContain(words);
    }
    expect((await runInPty([...company, "hi"], { cwd, env })).bytes).toBe("from the company\r\n");
    config({ compact_mode: true });
    expect((await runInPty([...company, "hi"], { cwd, env })).bytes).toContain(
      "does not use: compact_mode (",
    );
  });
});

describe("what was used last", () => {
  const choose = async (last: { provider: string; model: string }, file: object) => {
    writeFileSync(join(home, "auth.json"), JSON.stringify(file), { mode: 0o600 });
    const catalog = await loadCatalog({ home });
    return chooseModel({}, { catalog, config: last, session: undefined, home });
  };

  test("a model that the catalog does not have gives way to the provider's usual one, and it is said", async () => {
    const keys = { anthropic: { api_key: "sk-ant-0123456789" } };
    const { provider, model, notes } = await choose(
      { provider: "anthropic", model: "claude-opus-4-0" },
      keys,
    );
    expect(provider).toBe("anthropic");
    expect(notes).toEqual([
      `anthropic has no model "claude-opus-4-0", which was used last; this is ${model.id}`,
    ]);
  });

  test("a local model of Ollama is taken as it is", async () => {
    const { model } = await choose({ provider: "ollama", model: "my-own:7b" }, {});
    expect(model.id).toBe("my-own:7b");
  });
});

test("a changed setting leaves the others as they are", () => {
  const before = readConfig(home) as Record<string, unknown>;
  updateConfig(home, { theme: "light" });
  expect(readConfig(home)).toEqual({ ...before, theme: "light" });
});

test("the threshold of a compaction is a percentage, and nonsense is none", () => {
  const threshold = (value: unknown) =>
    agentSettings({ auto_compact_threshold: value as number }).compactAt;
  expect([70, 0, 101, -1, "70"].map(threshold)).toEqual([0.7, 0, undefined, undefined, undefined]);
});

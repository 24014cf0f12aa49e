import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startFakeModel } from "./support/fake-model.js";
import { makeFolder, runZot } from "./support/run-zot.js";
import { askServer, offline } from "./support/ask-server.js";

describe("the model", () => {
  test("--list-models lists all, or those of one provider", async () => {
    const all = await runZot(["--list-models"]);
    expect(all.stdout).toMatch(/^anthropic\s/m);
    expect(all.stdout).toMatch(/^offline\s/m);
    const one = await runZot(["--list-models", "--provider", "offline"]);
    expect(one.stdout).not.toMatch(/^anthropic\s/m);
    const none = await runZot(["--list-models", "--provider", "opneai"]);
    expect(none).toMatchObject({ code: 2, stdout: "" });
    expect(none.stderr).toContain("did you mean openai?");
  });

  test("--base-url, --model and --api-key reach the server, and the key nobody else", async () => {
    const key = "sk-canary-000111222333";
    const { request, stdout, stderr } = await askServer(["--api-key", key, "--model", "my-model"]);
    expect(request.url).toBe("/v1/chat/completions");
    expect(request.body.model).toBe("my-model");
    expect(request.headers.authorization).toBe(`Bearer ${key}`);
    expect(stdout).toBe("fine\n");
    expect(stdout + stderr).not.toContain(key);
  });

  test("a model that nobody knows is named with the nearest, exit 2", async () => {
    const env = { ANTHROPIC_API_KEY: "sk-ant-nothing" };
    const { code, stderr } = await runZot(
      ["-p", "--provider", "anthropic", "--model", "claude-nope", "x"],
      { env },
    );
    expect(code).toBe(2);
    expect(stderr).toContain('unknown model "claude-nope" (provider="anthropic")');
  });

  test("--model alone brings its provider along", async () => {
    const without = await runZot(["-p", "--model", "gpt-6.1-sol", "hi"]);
    expect(without).toMatchObject({ code: 1, stdout: "" });
    expect(without.stderr).toMatch(/^zot: no credential for openai: [^\n]*\n$/);
    const home = await makeFolder();
    const { baseUrl, requests } = await startFakeModel();
    const openai = { baseUrl, models: [{ id: "gpt-6.1-sol" }] };
    await writeFile(join(home, "models.json"), JSON.stringify({ providers: { openai } }));
    const env = { ZOT_HOME: home, ANTHROPIC_API_KEY: "sk-a-123456", OPENAI_API_KEY: "sk-o-123456" };
    const both = await runZot(["-p", "--model", "gpt-6.1-sol", "hi"], { env });
    expect(both).toMatchObject({ code: 0, stdout: "fine\n" });
    expect(requests[0]?.headers.authorization).toBe("Bearer sk-o-123456");
    const nobody = await runZot(["-p", "--model", "gpt-nope", "hi"], { env });
    expect(nobody.code).toBe(2);
    expect(nobody.stderr).toContain('unknown model "gpt-nope" (provider="anthropic"); zot --list');
    const offline = await runZot(["-p", "--model", "offline", "hi"], { env });
    expect(offline).toMatchObject({ code: 0, stderr: "" });
  });

  test("a provider without a key says so, exit 1", async () => {
    const { code, stdout, stderr } = await runZot(["-p", "--provider", "anthropic", "hi"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^zot: no credential for anthropic[^\n]*ANTHROPIC_API_KEY[^\n]*\n$/);
    expect(stderr).toMatch(/--api-key KEY, or \/login/);
  });

  test("--reasoning takes three levels and refuses others", async () => {
    const { code, stderr } = await runZot([...offline, "--reasoning", "hgh", "x"]);
    expect(code).toBe(2);
    expect(stderr).toContain("did you mean high?");
    expect((await runZot([...offline, "--reasoning", "high", "x"])).code).toBe(0);
  });

  test.each([
    [401, "(--api-key KEY, or /login in zot)"],
    [404, "(--list-models shows the known ones)"],
    [413, "(in zot: /compact, or /session new)"],
  ])("after status %i one line names zot's own way out", async (status, way) => {
    const { baseUrl } = await startFakeModel({ status, body: '{"error":{"message":"no"}}' });
    const { code, stderr } = await runZot([
      ...["-p", "--provider", "openai", "--base-url", baseUrl, "--model", "m", "--api-key", "k"],
      "hi",
    ]);
    expect(code).toBe(1);
    const last = stderr.trimEnd().split("\n").at(-1);
    expect(last).toMatch(/^zot: openai answered /);
    expect(last).toContain(way);
  });

  test("an error of the server ends with exit 1 and one line, without the key in its body", async () => {
    const key = "sk-canary-444555666777";
    const { baseUrl } = await startFakeModel({
      status: 400,
      body: JSON.stringify({ error: { message: `bad key ${key}`, type: "invalid_request_error" } }),
    });
    const { code, stdout, stderr } = await runZot([
      ...["-p", "--provider", "openai", "--base-url", baseUrl, "--model", "m", "--api-key", key],
      "hi",
    ]);
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toContain("bad key");
    expect(stderr).not.toContain(key);
  });
});

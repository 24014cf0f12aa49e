import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, realpath, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SessionStore } from "@zot/core";
import { describe, expect, test } from "vitest";
import { FLAGS } from "../src/args/flags.js";
import { startFakeModel, type ChatRequest } from "./support/fake-model.js";
import { makeFolder, repo, runZot, type RunOptions } from "./support/run-zot.js";

const weather = join(repo, "examples/extensions/weather");
const offline = ["-p", "--provider", "offline"];

/** Runs one prompt against a loopback server and returns what it was asked. */
async function askServer(args: readonly string[], options: RunOptions = {}) {
  const { baseUrl, requests } = await startFakeModel();
  const model = args.includes("--model") ? [] : ["--model", "any-model"];
  const all = ["-p", "--provider", "openai", "--base-url", baseUrl, ...model, ...args, "hi"];
  const finished = await runZot(all, options);
  const [request] = requests;
  if (request === undefined) throw new Error(`nothing was asked: ${finished.stderr}`);
  return { ...finished, request };
}

const toolNames = ({ body }: ChatRequest) => (body.tools ?? []).map((tool) => tool.function.name);
const systemOf = ({ body }: ChatRequest) =>
  JSON.stringify(body.messages.filter(({ role }) => role === "system" || role === "developer"));

describe("--help and --version", () => {
  test("--help names every flag and fits on a screen", async () => {
    const { code, stdout } = await runZot(["--help"]);
    expect(code).toBe(0);
    for (const name of Object.keys(FLAGS)) expect(stdout).toContain(`--${name}`);
    expect(stdout.split("\n").length).toBeLessThanOrEqual(50);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test.each(["help", "version"])(
    "%s alone is the flag of that name, else a prompt",
    async (word) => {
      const { stdout } = await runZot([`--${word}`]);
      expect(await runZot([word])).toMatchObject({ code: 0, stdout, stderr: "" });
      for (const args of [
        ["--", word],
        [word, "me"],
        ["-p", word],
      ]) {
        const asked = await runZot(["--provider", "offline", ...args]);
        expect(asked.stdout).toContain("offline model");
      }
    },
  );

  test.each([["-h"], ["--help"]])("%s works", async (flag) => {
    expect((await runZot([flag])).stdout).toContain("zot rpc");
  });

  test.each([["-v"], ["--version"]])("%s prints the version alone", async (flag) => {
    expect(await runZot([flag])).toMatchObject({ code: 0, stdout: "0.0.0\n", stderr: "" });
  });
});

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

describe("the prompt", () => {
  test("--system-prompt replaces, --append-system-prompt adds, in order", async () => {
    const { request } = await askServer([
      ...["--system-prompt", "BE A POET", "--append-system-prompt", "FIRST"],
      ...["--append-system-prompt", "SECOND"],
    ]);
    expect(systemOf(request)).toMatch(/BE A POET.*FIRST.*SECOND/s);
    expect(systemOf(request)).not.toContain("You are zot");
  });

  test("skills are offered with --with-skills, and not with --no-skill", async () => {
    const cwd = await makeFolder();
    await mkdir(join(cwd, ".zot/skills/bake"), { recursive: true });
    const skill = "---\nname: bake\ndescription: Bakes bread\n---\nKnead.\n";
    await writeFile(join(cwd, ".zot/skills/bake/SKILL.md"), skill);
    const plain = await askServer([], { cwd });
    expect(toolNames(plain.request)).not.toContain("skill");
    const offered = await askServer(["--with-skills"], { cwd });
    expect(systemOf(offered.request)).toContain("Bakes bread");
    expect(toolNames(offered.request)).toContain("skill");
    expect(systemOf(offered.request)).toContain("write-zot-extension");
    const refused = await askServer(["--with-skills", "--no-skill"], { cwd });
    expect(systemOf(refused.request)).not.toContain("Bakes bread");
  });

  test("skills that an extension ships are offered too", async () => {
    const folder = join(await makeFolder(), "bundle");
    await mkdir(join(folder, "skills/knit"), { recursive: true });
    const manifest = { name: "bundle", skills: ["./skills", "../outside"] };
    await writeFile(join(folder, "extension.json"), JSON.stringify(manifest));
    const skill = "---\nname: knit\ndescription: Knits socks\n---\nTwo needles.\n";
    await writeFile(join(folder, "skills/knit/SKILL.md"), skill);
    const { request } = await askServer(["--with-skills", "--ext", folder]);
    expect(systemOf(request)).toContain("Knits socks");
  });

  test("AGENTS.md of the project is in the system prompt", async () => {
    const cwd = await makeFolder();
    await writeFile(join(cwd, "AGENTS.md"), "Use tabs everywhere.");
    const { request } = await askServer([], { cwd });
    expect(systemOf(request)).toContain("Use tabs everywhere.");
  });
});

describe("the session", () => {
  test("-c goes on with the folder's last session, with its messages and its model", async () => {
    const cwd = await makeFolder();
    const env = { ZOT_HOME: await makeFolder() };
    await runZot([...offline, 'call bash {"command":"echo first"}'], { cwd, env });
    const { baseUrl, requests } = await startFakeModel();
    await runZot(
      ["-p", "-c", "--provider", "openai", "--base-url", baseUrl, "--model", "m", "second"],
      { cwd, env },
    );
    expect(JSON.stringify(requests[0]?.body.messages)).toContain("echo first");
    const again = await runZot(["-p", "--continue", "third"], { cwd, env });
    expect(again.stderr).toContain(`openai has no model "m", which was used last`);
  });

  test("-c without a session says so, exit 1", async () => {
    const { code, stderr } = await runZot([...offline, "-c", "hi"]);
    expect(code).toBe(1);
    expect(stderr).toContain("no session");
  });

  test("--session names the file, --no-session keeps none", async () => {
    const folder = await makeFolder();
    const file = join(folder, "mine.jsonl");
    const env = { ZOT_HOME: await makeFolder() };
    await runZot([...offline, "--session", file, "hi"], { env });
    expect(existsSync(file)).toBe(true);
    await runZot([...offline, "--no-session", "hi"], { env });
    expect(existsSync(join(env.ZOT_HOME, "sessions"))).toBe(false);
  });

  test("a session that another zot has open is left alone, and the error says what to do", async () => {
    const cwd = await realpath(await makeFolder());
    const env = { ZOT_HOME: await makeFolder() };
    await runZot([...offline, "hi"], { cwd, env });
    const store = new SessionStore({ home: env.ZOT_HOME, cwd });
    const path = store.latest()?.path ?? "";
    const open = store.open(path);
    const before = readFileSync(path, "utf8");
    const last = await runZot([...offline, "-c", "hi"], { cwd, env });
    expect(last).toMatchObject({ code: 1, stdout: "" });
    expect(last.stderr).toMatch(
      /^zot: session \S+ is open in another zot \(process \d+; .*\); close it there first, or leave -c out to begin a new session\n$/,
    );
    const named = await runZot([...offline, "--session", path, "hi"], { cwd, env });
    expect(named.stderr).toContain("first, or name another file to begin a new session\n");
    await open.close();
    expect(readFileSync(path, "utf8")).toBe(before);
    expect(store.list()).toHaveLength(1);
  });

  test("~ is the home in --session=, --cwd= and --ext= too, where no shell expands it", async () => {
    const home = await realpath(await makeFolder());
    await mkdir(join(home, "work"));
    await symlink(weather, join(home, "weather"));
    const { stdout, stderr } = await runZot(
      [
        ...[...offline, "--no-ext", "--session=~/mine.jsonl", "--cwd=~/work", "--ext=~/weather"],
        'call bash {"command":"pwd"}',
      ],
      { env: { HOME: home } },
    );
    expect(stderr).toBe("");
    expect(stdout).toContain(join(home, "work"));
    expect(existsSync(join(home, "mine.jsonl"))).toBe(true);
  });

  test("--resume needs a terminal", async () => {
    const { code, stderr } = await runZot([...offline, "-r", "hi"]);
    expect(code).toBe(2);
    expect(stderr).toContain("use -c or --session PATH");
  });

  test("--cwd is where tools work", async () => {
    const folder = await realpath(await makeFolder());
    const { stdout } = await runZot([...offline, "--cwd", folder, 'call bash {"command":"pwd"}']);
    expect(stdout).toContain(folder);
    const { code, stderr } = await runZot([...offline, "--cwd", "/no/such/place", "hi"]);
    expect(code).toBe(2);
    expect(stderr).toContain("/no/such/place");
  });
});

describe("tools", () => {
  test("the model is offered the built-ins and those of extensions", async () => {
    const { request } = await askServer(["--ext", weather]);
    expect(toolNames(request).sort()).toEqual(["bash", "edit", "read", "weather", "write"]);
  });

  test("--tools leaves some, --no-tools none, a wrong name is refused", async () => {
    const some = await askServer(["--ext", weather, "--tools", "read, weather"]);
    expect(toolNames(some.request).sort()).toEqual(["read", "weather"]);
    expect(toolNames((await askServer(["--no-tools"])).request)).toEqual([]);
    const wrong = await runZot([...offline, "--tools", "raed", "hi"]);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain("did you mean read?");
  });

  test("--no-yolo refuses tool calls where nobody can be asked", async () => {
    const folder = await makeFolder();
    const call = `call bash {"command":"touch '${join(folder, "ran")}'"}`;
    const { stdout } = await runZot([...offline, "--no-yolo", call]);
    expect(stdout).toMatch(/^The tool failed: /);
    expect(existsSync(join(folder, "ran"))).toBe(false);
  });

  test("--max-steps ends a prompt that goes on too long, exit 1", async () => {
    const script = join(await makeFolder(), "loop.json");
    const step = { call: "bash", args: { command: "true" } };
    await writeFile(script, JSON.stringify({ answers: [step], loop: true }));
    const env = { ZOT_OFFLINE_SCRIPT: script };
    const { code, stderr } = await runZot([...offline, "--max-steps", "2", "go"], { env });
    expect(code).toBe(1);
    expect(stderr).toContain("max steps (2)");
    expect((await runZot([...offline, "--max-steps", "0", "go"])).code).toBe(2);
  });
});

describe("extensions", () => {
  test("--no-ext skips installed ones, never those of --ext", async () => {
    const env = { ZOT_HOME: await makeFolder() };
    const folder = join(env.ZOT_HOME, "extensions/py");
    await mkdir(folder, { recursive: true });
    const marker = join(env.ZOT_HOME, "started");
    await writeFile(
      join(folder, "extension.json"),
      JSON.stringify({ name: "py", exec: "sh", args: ["-c", `touch '${marker}'`] }),
    );
    const call = 'call weather {"city":"Bonn"}';
    const { stdout } = await runZot([...offline, "--no-ext", "-e", weather, call], { env });
    expect(stdout).toMatch(/^Bonn: /);
    expect(existsSync(marker)).toBe(false);
    await runZot([...offline, "hi"], { env });
    expect(existsSync(marker)).toBe(true);
  });

  test("--verbose and ZOT_LOG write a log; a calm run writes none", async () => {
    const env = { ZOT_HOME: await makeFolder() };
    await runZot([...offline, "hi"], { env });
    expect(existsSync(join(env.ZOT_HOME, "logs/zot.log"))).toBe(false);
    await runZot([...offline, "--verbose", "-e", weather, "hi"], { env });
    expect(readdirSync(join(env.ZOT_HOME, "logs"))).toContain("zot.log");
  });
});

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startFakeModel } from "./support/fake-model.js";
import { makeFolder, oneLine, repo, runZot } from "./support/run-zot.js";
import { startZot } from "./support/start-zot.js";

const weather = join(repo, "examples/extensions/weather");

describe("zot -p", () => {
  test("the offline model answers, says what it is, and exits 0", async () => {
    const { code, stdout } = await runZot(["-p", "--provider", "offline", "hello"]);
    expect(code).toBe(0);
    expect(stdout).toContain("offline model");
  });

  test("a tool of an extension is called and its result printed", async () => {
    const { code, stdout, stderr } = await runZot([
      ...["-p", "--provider", "offline", "--ext", weather],
      'call weather {"city":"Berlin"}',
    ]);
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^Berlin: -?\d+ °C, \w+\n$/);
    expect(code).toBe(0);
  });

  test("what is piped in joins the prompt", async () => {
    const { baseUrl, requests } = await startFakeModel();
    const server = ["--provider", "openai", "--base-url", baseUrl, "--model", "m"];
    await runZot(["-p", ...server, "sum this up:"], { input: "a long text" });
    expect(JSON.stringify(requests[0]?.body.messages.at(-1))).toContain(
      String.raw`sum this up:\n\na long text`,
    );
  });
});

describe("an answer that is cut off at the output limit", () => {
  test("is printed as far as it goes, named, and no success", async () => {
    const cwd = await makeFolder();
    await writeFile(join(cwd, "cut.json"), '[[{ "text": "half an" }, { "stop": "length" }]]');
    const run = await runZot(["-p", "--provider", "offline", "script cut.json"], { cwd });
    expect(run).toMatchObject({ code: 1, stdout: "half an\n" });
    expect(run.stderr).toMatch(/^zot: the answer reached the output limit[^\n]*\n$/);
  });
});

describe("zot without a terminal to type at", () => {
  const asked = async (args: readonly string[], input?: string) => {
    const { baseUrl, requests } = await startFakeModel();
    const server = ["--provider", "openai", "--base-url", baseUrl, "--model", "m"];
    const finished = await runZot([...server, ...args], input === undefined ? {} : { input });
    const prompts = requests.map(({ body }) => JSON.stringify(body.messages.at(-1)?.content));
    return { ...finished, prompts };
  };

  test("what is piped in is one prompt, whatever lines it has", async () => {
    const { code, stdout, prompts } = await asked([], "one\n\ntwo\n/exit\nthree\n");
    expect(prompts).toEqual([expect.stringContaining(String.raw`one\n\ntwo\n/exit\nthree`)]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "fine\n" });
  });

  test("what is piped in joins the words", async () => {
    const { code, stdout, prompts } = await asked(["explain", "this"], "one\ntwo\n");
    expect(prompts).toEqual([expect.stringContaining(String.raw`explain this\n\none\ntwo`)]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "fine\n" });
  });

  test("a file as stdin joins the words, too", async () => {
    const cwd = await makeFolder();
    await writeFile(join(cwd, "notes.txt"), "from a file");
    const { baseUrl, requests } = await startFakeModel();
    const server = ["--provider", "openai", "--base-url", baseUrl, "--model", "m"];
    const input = { file: join(cwd, "notes.txt") };
    for (const mode of ["-p", "--json"]) {
      const { code } = await runZot([mode, ...server, "explain"], { cwd, input });
      expect(code).toBe(0);
    }
    const prompts = requests.map(({ body }) => JSON.stringify(body.messages.at(-1)?.content));
    for (const prompt of prompts) expect(prompt).toContain(String.raw`explain\n\nfrom a file`);
    expect(prompts).toHaveLength(2);
  });

  test("words are enough", async () => {
    const { stdout, prompts } = await asked(["explain"]);
    expect(prompts).toEqual([expect.stringContaining("explain")]);
    expect(stdout).toBe("fine\n");
  });

  test("a pipe in which nothing comes is not waited for, and that is said", async () => {
    const { finished } = await startZot(["-p", "--provider", "offline", "hello"], {
      stdin: "pipe",
    });
    const { code, stdout, stderr } = await finished;
    expect(code).toBe(0);
    expect(stdout).toContain("offline model");
    expect(stderr).toMatch(/^zot: nothing was piped in for 3 s: going on[^\n]*\n$/);
  });

  test("nothing at all is one line and exit 2", async () => {
    const { code, stderr } = await runZot(["--provider", "offline"], { input: "" });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^zot: there is no prompt[^\n]*\n$/);
  });
});

describe("bad input", () => {
  test("an unknown flag is one line and exit 2", async () => {
    const { code, stdout, stderr } = await runZot(["-p", "--modle", "x", "hi"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(oneLine);
    expect(stderr).toContain('unknown flag "--modle"; did you mean --model?');
  });

  test("an unknown provider is one line that names the known ones, and exit 2", async () => {
    const { code, stdout, stderr } = await runZot(["-p", "--provider", "antropic", "hi"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(oneLine);
    expect(stderr).toContain("did you mean anthropic?");
    expect(stderr).toContain("offline");
  });

  test.each([
    ["--tools", "raed", "did you mean read?"],
    ["--base-url", "nonsense", "is not a web address"],
    ["--base-url", "ftp://127.0.0.1/v1", "is not a web address"],
  ])("%s %s is one line and exit 2", async (flag, value, problem) => {
    const { code, stdout, stderr } = await runZot([
      ...["-p", "--provider", "offline", flag, value],
      "hi",
    ]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(oneLine);
    expect(stderr).toContain(problem);
  });

  test("a prompt that is missing is one line and exit 2", async () => {
    const { code, stderr } = await runZot(["-p"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(oneLine);
  });

  test("a folder that is not there is noted, and the run goes on", async () => {
    const { code, stdout, stderr } = await runZot([
      ...["-p", "--provider", "offline", "--ext", "no/such/folder", "hello"],
    ]);
    expect(stderr).toMatch(/^extension load: [^\n]*no\/such\/folder[^\n]*\n$/);
    expect(stdout).toContain("offline model");
    expect(code).toBe(0);
  });

  test("a manifest that is not JSON is noted, and the run goes on", async () => {
    const folder = join(await makeFolder(), "broken");
    await mkdir(folder);
    await writeFile(join(folder, "extension.json"), "{ name: broken");
    const { code, stdout, stderr } = await runZot([
      ...["-p", "--provider", "offline", "--ext", folder, "hello"],
    ]);
    expect(stderr).toMatch(/^extension load: [^\n]*broken[^\n]*JSON[^\n]*\n$/);
    expect(stdout).toContain("offline model");
    expect(code).toBe(0);
  });
});

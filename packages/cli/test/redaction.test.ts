import { readdirSync, readFileSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeFolder, runZot } from "./support/run-zot.js";
import { startScriptedVendor, type Answer } from "./support/scripted-vendor.js";

/** One secret of every kind that zot can load. None of them belongs to the provider that is talked to. */
const SECRETS = {
  stored: "sk-stored-canary-0123456789",
  storedElsewhere: "sk-elsewhere-canary-0123456789",
  accessToken: "access-canary-0123456789",
  refreshToken: "refresh-canary-0123456789",
  anthropic: "sk-ant-env-canary-0123456789",
  anthropicToken: "oauth-env-canary-0123456789",
  google: "AIza-env-canary-0123456789",
  groq: "gsk-env-canary-0123456789",
  company: "company-env-canary-0123456789",
  flag: "sk-flag-canary-0123456789",
};
const ALL = Object.values(SECRETS);

async function makeHome(): Promise<string> {
  const home = await makeFolder();
  await chmod(home, 0o700);
  const auth = {
    anthropic: { api_key: SECRETS.stored },
    google: { oauth: { access_token: SECRETS.accessToken, refresh_token: SECRETS.refreshToken } },
    additional_api_key_creds: { mistral: { api_key: SECRETS.storedElsewhere } },
  };
  await writeFile(join(home, "auth.json"), JSON.stringify(auth), { mode: 0o600 });
  const models = {
    providers: { "my-company": { baseUrl: "http://127.0.0.1:1/v1", models: [{ id: "x" }] } },
  };
  await writeFile(join(home, "models.json"), JSON.stringify(models));
  return home;
}

const KEYS_IN_ENV = {
  ANTHROPIC_API_KEY: SECRETS.anthropic,
  ANTHROPIC_OAUTH_TOKEN: SECRETS.anthropicToken,
  GEMINI_API_KEY: SECRETS.google,
  GROQ_API_KEY: SECRETS.groq,
  MY_COMPANY_API_KEY: SECRETS.company,
};

/** Runs a conversation in which the model has tools called, with `--json`. */
async function converse(answers: readonly Answer[], cwd: string, more: readonly string[] = []) {
  const home = await makeHome();
  const tmp = await makeFolder();
  const { baseUrl, sent } = await startScriptedVendor(answers);
  const run = await runZot(
    [
      ...["--json", "--provider", "openai", "--base-url", baseUrl, "--model", "m"],
      ...["--api-key", SECRETS.flag, ...more, "go"],
    ],
    { cwd, env: { ZOT_HOME: home, TMPDIR: tmp, ZOT_LOG: "debug", ...KEYS_IN_ENV } },
  );
  expect(run.code, run.stderr).toBe(0);
  return { ...run, home, tmp, sent: sent.join("\n") };
}

/** Everything in the files below a folder, but for where the keys are kept. */
function readAll(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "auth.json")
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}

function expectNone(text: string): void {
  for (const secret of ALL) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(secret).toString("base64").replace(/=+$/, ""));
  }
}

/** A project in which every secret lies about. */
async function leakyProject(): Promise<string> {
  const cwd = await makeFolder();
  await writeFile(join(cwd, "leak.txt"), `first line\n${ALL.join("\n")}\nlast line\n`);
  return cwd;
}

describe("R8: a known secret in what a tool returns goes neither to the vendor, nor to the session, nor out:", () => {
  const cases: [string, Answer][] = [
    ["read", { call: "read", args: { path: "leak.txt" } }],
    ["bash", { call: "bash", args: { command: "cat leak.txt" } }],
    ["bash that fails", { call: "bash", args: { command: "cat leak.txt >&2; exit 3" } }],
    [
      "bash, encoded",
      {
        call: "bash",
        args: { command: "while read l; do printf %s $l | base64; done < leak.txt" },
      },
    ],
    [
      "an edit's difference",
      {
        call: "edit",
        args: { path: "leak.txt", edits: [{ oldText: "last line", newText: "end" }] },
      },
    ],
    ["a write's difference", { call: "write", args: { path: "leak.txt", content: "new" } }],
    [
      "bash, in pieces",
      {
        call: "bash",
        args: {
          command:
            'while read -n 5 p; do printf %s "$p"; sleep 0.01; [ ${#p} = 5 ] || echo; done < leak.txt',
        },
      },
    ],
  ];
  test.each(cases)("%s", async (_, answer) => {
    const { stdout, stderr, sent, home } = await converse([answer], await leakyProject());
    const session = readAll(home);
    expect(session).toContain("[redacted]");
    for (const text of [stdout, stderr, sent, session]) expectNone(text);
  });

  test("auth.json itself, and a token that another zot has put there meanwhile", async () => {
    const cwd = await makeFolder();
    const fresh = "fresh-token-canary-0123456789";
    const refresh = `sed -i s/${SECRETS.accessToken}/${fresh}/ "$ZOT_HOME/auth.json"`;
    await writeFile(join(cwd, "refresh.sh"), refresh);
    const { stdout, sent, home } = await converse(
      [
        { call: "bash", args: { command: 'cat "$ZOT_HOME/auth.json"' } },
        { call: "bash", args: { command: 'sh refresh.sh; cat "$ZOT_HOME/auth.json"' } },
      ],
      cwd,
    );
    expect(readFileSync(join(home, "auth.json"), "utf8")).toContain(fresh);
    for (const text of [stdout, sent, readAll(home)]) {
      expectNone(text);
      expect(text).not.toContain(fresh);
    }
  });
});

/** A tool of an extension that returns, logs and notes what it is told to. */
const EXTENSION = `
import { readFileSync } from "node:fs";
const send = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
send({ type: "hello", name: "leaky", version: "1.0.0", capabilities: ["tools"] });
send({ type: "register_tool", name: "leak", description: "Leaks", schema: { type: "object" } });
send({ type: "ready" });
let rest = "";
process.stdin.on("data", (bytes) => {
  const lines = (rest + bytes).split("\\n");
  rest = lines.pop();
  for (const line of lines) {
    const frame = JSON.parse(line);
    if (frame.type === "shutdown") process.exit(0);
    if (frame.type !== "tool_call") continue;
    const leak = readFileSync(frame.args.path, "utf8");
    process.stderr.write(leak);
    // A line that is longer than what is held back of one.
    for (const secret of leak.split("\\n")) process.stderr.write("x".repeat(65530) + secret.slice(0, 9));
    process.stderr.write("\\n" + leak.replaceAll("\\n", " ") + "\\n");
    const text = frame.args.pad === undefined ? leak : (leak + "y".repeat(4000)).repeat(frame.args.pad);
    send({ type: "tool_result", id: frame.id, content: [{ type: "text", text }] });
  }
});
process.stdin.on("end", () => process.exit(0));
`;

async function makeLeakyExtension(): Promise<string> {
  const dir = join(await makeFolder(), "leaky");
  await mkdir(dir);
  const manifest = { name: "leaky", version: "1.0.0", exec: "node", args: ["main.mjs"] };
  await writeFile(join(dir, "extension.json"), JSON.stringify(manifest));
  await writeFile(join(dir, "main.mjs"), EXTENSION);
  return dir;
}

test("R8, R22: an extension's result and log hold none of them", async () => {
  const cwd = await leakyProject();
  const call = { call: "leak", args: { path: join(cwd, "leak.txt") } };
  const more = ["--ext", await makeLeakyExtension()];
  const { stdout, sent, home } = await converse([call], cwd, more);
  expect(sent).toContain("[redacted]");
  expectNone(stdout);
  expectNone(sent);
  const log = readFileSync(join(home, "logs/ext-leaky.log"), "utf8");
  expect(log).toContain("first line");
  expect(log).toContain("last line");
  expectNone(readAll(home));
});

describe("R20: output that is too long to send holds none of them on disk either:", () => {
  test("that of a command", async () => {
    const cwd = await leakyProject();
    const leak = readFileSync(join(cwd, "leak.txt"), "utf8");
    await writeFile(join(cwd, "long.txt"), `${leak}${"z".repeat(777)}`.repeat(400));
    const call = { call: "bash", args: { command: "cat long.txt" } };
    const { stdout, sent, home, tmp } = await converse([call], cwd);
    const spilled = readAll(tmp);
    expect(spilled.length).toBeGreaterThan(300_000);
    expect(spilled.match(/\[redacted\]/g)?.length).toBe(400 * ALL.length);
    for (const text of [stdout, sent, spilled, readAll(home)]) expectNone(text);
  });

  test.each([
    ["that of an extension", 100],
    ["that of an extension, in one line of twelve megabytes", 3_000],
  ])("%s", async (_, pad) => {
    const cwd = await leakyProject();
    const call = { call: "leak", args: { path: join(cwd, "leak.txt"), pad } };
    const more = ["--ext", await makeLeakyExtension()];
    const { stdout, sent, home } = await converse([call], cwd, more);
    const results = readAll(join(home, "results"));
    expect(results.length).toBeGreaterThan(300_000);
    expect(results.match(/\[redacted\]/g)?.length).toBe(pad * ALL.length);
    for (const text of [stdout, sent, results, readAll(home)]) expectNone(text);
  });
});

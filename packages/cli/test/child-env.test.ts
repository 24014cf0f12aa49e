import { readFileSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { RpcClient } from "./support/rpc-client.js";
import { makeFolder, runZot } from "./support/run-zot.js";

const KEY = "sk-ant-canary-0123456789";
const STORED = "sk-stored-canary-0123456789";
const COMPANY = "company-canary-0123456789";

/** What a vendor calls the variable, and what must not be confused with one. */
const VENDORS = [
  ...["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_OAUTH_TOKEN", "OPENAI_API_KEY"],
  ...["GEMINI_API_KEY", "GOOGLE_API_KEY", "KIMI_API_KEY", "MOONSHOT_API_KEY", "OLLAMA_API_KEY"],
  ...["AZURE_OPENAI_API_KEY", "CEREBRAS_API_KEY", "CLAUDE_CODE_OAUTH_TOKEN", "CODEX_API_KEY"],
  ...["COHERE_API_KEY", "CO_API_KEY", "DEEPSEEK_API_KEY", "FIREWORKS_API_KEY", "GROQ_API_KEY"],
  ...["GOOGLE_GENERATIVE_AI_API_KEY", "MISTRAL_API_KEY", "OPENROUTER_API_KEY"],
  ...["PERPLEXITY_API_KEY", "TOGETHER_API_KEY", "XAI_API_KEY", "ZAI_API_KEY", "ZOTCORE_RPC_TOKEN"],
];
const OTHERS = {
  LINEAR_API_KEY: "lin_api_0123456789",
  GITHUB_TOKEN: "ghp_0123456789",
  MY_API_KEYS: "none-of-ours",
  EDITOR: "vi",
  EMPTY: "",
};
const COPIES = {
  COPY: KEY,
  HEADER: `Authorization: Bearer ${KEY}`,
  ENCODED: Buffer.from(KEY).toString("base64"),
  STORED_COPY: STORED,
  COMPANY_COPY: `{"key":"${COMPANY}"}`,
};
const ENV = {
  ...Object.fromEntries(VENDORS.map((name) => [name, `${name}-canary`])),
  ...OTHERS,
  ...COPIES,
  ANTHROPIC_API_KEY: KEY,
  MY_COMPANY_API_KEY: COMPANY,
  HTTPS_PROXY: "http://user:proxy-password-1234@127.0.0.1:9",
};
/** What a child finds of all this. */
const SEEN = { ...OTHERS, HTTPS_PROXY: ENV.HTTPS_PROXY, AI_AGENT: "zot", ZOT_AGENT: "1" };
const UNSEEN = [...VENDORS, ...Object.keys(COPIES), "MY_COMPANY_API_KEY"];

async function makeHome(): Promise<string> {
  const home = await makeFolder();
  await chmod(home, 0o700);
  const auth = { openai: { api_key: STORED } };
  await writeFile(join(home, "auth.json"), JSON.stringify(auth), { mode: 0o600 });
  const models = {
    providers: { "my-company": { baseUrl: "http://127.0.0.1:1/v1", models: [{ id: "x" }] } },
  };
  await writeFile(join(home, "models.json"), JSON.stringify(models));
  return home;
}

/** A program that writes its environment, and that of the zot that started it, to a file. */
const DUMP = `
import { readFileSync, writeFileSync } from "node:fs";
const parent = readFileSync("/proc/" + process.ppid + "/environ", "latin1");
const command = readFileSync("/proc/" + process.ppid + "/cmdline", "latin1");
writeFileSync(process.argv[2], JSON.stringify({ env: process.env, parent, command }));
`;
const EXTENSION = `
${DUMP}
const send = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
send({ type: "hello", name: "nosy", version: "1.0.0" });
send({ type: "ready" });
process.stdin.on("end", () => process.exit()).resume();
`;

interface Dump {
  env: Record<string, string>;
  parent: string;
  command: string;
}

async function dumpFrom(
  who: "an extension" | "a command",
  args: readonly string[] = [],
): Promise<Dump> {
  const home = await makeHome();
  const dir = join(await makeFolder(), "nosy");
  await mkdir(dir);
  const target = join(dir, "dump.json");
  const manifest = { name: "nosy", version: "1.0.0", exec: "node", args: ["main.mjs", target] };
  await writeFile(join(dir, "extension.json"), JSON.stringify(manifest));
  await writeFile(join(dir, "main.mjs"), EXTENSION);
  await writeFile(join(dir, "dump.mjs"), DUMP);
  const command = `exec ${process.execPath} ${join(dir, "dump.mjs")} ${target}`;
  const run =
    who === "an extension" ? ["--ext", dir, "hello"] : [`call bash ${JSON.stringify({ command })}`];
  const { stderr } = await runZot(["-p", "--provider", "offline", ...args, ...run], {
    env: { ...ENV, ZOT_HOME: home },
  });
  expect(stderr).toBe("");
  return JSON.parse(readFileSync(target, "utf8")) as Dump;
}

describe.each(["an extension", "a command"] as const)("the environment of %s", (who) => {
  test("R9: has no credential of a model vendor, by name or by value, and everything else", async () => {
    const { env } = await dumpFrom(who);
    expect(env).toMatchObject(SEEN);
    expect(Object.keys(env).filter((name) => UNSEEN.includes(name))).toEqual([]);
    expect(JSON.stringify(env)).not.toContain("canary");
    expect(env.ZOT_SESSION_ID).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("has no id of a session where none is kept", async () => {
    expect(await dumpFrom(who, ["--no-session"])).not.toHaveProperty("env.ZOT_SESSION_ID");
  });

  test.runIf(process.platform === "linux")(
    "R9: is not to be had by a look at zot itself either, nor is a key of the command line",
    async () => {
      const flag = "sk-flag-canary-0123456789";
      const { parent, command } = await dumpFrom(who, ["--api-key", flag]);
      expect(parent).toContain("ANTHROPIC_API_KEY=");
      expect(parent).toContain(`LINEAR_API_KEY=${OTHERS.LINEAR_API_KEY}`);
      for (const name of [...VENDORS, "MY_COMPANY_API_KEY"]) {
        expect(parent).not.toContain(`${name}=${name}-canary`);
      }
      expect(parent).not.toContain(`ANTHROPIC_API_KEY=${KEY}`);
      expect(parent).not.toContain(`MY_COMPANY_API_KEY=${COMPANY}`);
      expect(command).not.toContain(flag);
    },
  );
});

test("R9: the token of `zot rpc` is asked for, and is in the environment of nobody", async () => {
  const token = "rpc-token-canary-0123456789";
  const client = await RpcClient.start([], { env: { ZOTCORE_RPC_TOKEN: token } });
  expect(await client.ask({ type: "ping" })).toMatchObject({ success: false });
  expect(await client.ask({ type: "hello", token })).toMatchObject({ success: true });
  client.send({ type: "prompt", message: 'call bash {"command":"env"}' });
  await client.untilType("done");
  const frames = JSON.stringify(client.frames);
  expect(frames).toContain("PATH=");
  expect(frames).not.toContain("ZOTCORE_RPC_TOKEN");
  expect(await client.leave()).toBe(0);
});

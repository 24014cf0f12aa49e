import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const zot = fileURLToPath(new URL("../../../packages/cli/dist/zot.cjs", import.meta.url));

function writeJson(path, value) {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, JSON.stringify(value));
}

/**
 * How each agent is told to ask a server on this machine: its command, and what it needs in its home, its arguments
 * and its environment. `prompt` is what the server looks for.
 */
export const AGENTS = [
  {
    name: "zot",
    command: process.execPath,
    prepare: (home, url, prompt) => ({
      args: [zot, "-p", "--provider", "openai", "--base-url", `${url}/v1`, "--model", "m", prompt],
      env: { ZOT_HOME: home, OPENAI_API_KEY: "sk-bench" },
    }),
  },
  {
    name: "pi",
    command: "pi",
    prepare(home, url, prompt) {
      const model = { id: "m", name: "m", contextWindow: 128_000, maxTokens: 4_096 };
      const bench = { baseUrl: `${url}/v1`, apiKey: "sk-bench", api: "openai-completions" };
      writeJson(join(home, "pi/models.json"), {
        providers: { bench: { ...bench, models: [{ ...model, input: ["text"] }] } },
      });
      return {
        args: ["-p", "--provider", "bench", "--model", "m", prompt],
        env: { PI_CODING_AGENT_DIR: join(home, "pi") },
      };
    },
  },
  {
    name: "Codex",
    command: "codex",
    prepare: (home, url, prompt) => ({
      args: [
        "exec",
        "--skip-git-repo-check",
        ...["-c", 'model_provider="bench"'],
        ...["-c", `model_providers.bench.name="bench"`],
        ...["-c", `model_providers.bench.base_url="${url}/v1"`],
        ...["-c", 'model_providers.bench.env_key="BENCH_KEY"'],
        ...["-c", 'model_providers.bench.wire_api="responses"'],
        ...["-m", "m", prompt],
      ],
      env: { BENCH_KEY: "sk-bench" },
    }),
  },
  {
    name: "Claude Code",
    command: "claude",
    prepare: (home, url, prompt) => ({
      args: ["-p", prompt],
      env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "sk-bench", CLAUDE_CONFIG_DIR: home },
    }),
  },
  {
    name: "Gemini CLI",
    command: "gemini",
    prepare(home, url, prompt) {
      const security = { auth: { selectedType: "gemini-api-key" } };
      writeJson(join(home, ".gemini/settings.json"), { security });
      return {
        args: ["--skip-trust", "-m", "gemini-2.5-pro", "-p", prompt],
        env: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: "bench" },
      };
    },
  },
  {
    name: "opencode",
    command: "opencode",
    prepare(home, url, prompt) {
      const options = { baseURL: `${url}/v1`, apiKey: "sk-bench" };
      const config = join(home, "opencode.json");
      writeJson(config, {
        model: "openai/m",
        provider: { openai: { options, models: { m: { name: "m" } } } },
      });
      return { args: ["run", prompt], env: { OPENCODE_CONFIG: config } };
    },
  },
];

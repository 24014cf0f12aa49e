import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { atMost, interleave } from "../lib/measure.mjs";

const DELTAS = 20_000;
const wires = [
  { provider: "anthropic", api: "anthropic", path: "/v1/messages" },
  { provider: "openai", api: "openai-responses", path: "/v1/responses" },
  { provider: "kimi", api: "openai-chat", path: "/v1/chat/completions" },
  { provider: "google", api: "google", path: "/v1beta/models/m:streamGenerateContent" },
];

const run = promisify(execFile);
const script = (name) => fileURLToPath(new URL(`../lib/provider-deltas/${name}`, import.meta.url));

/** Runs a reader in a process of its own; what it prints is its CPU time in microseconds. */
async function cpuOf(name, ...args) {
  const { stdout } = await run(process.execPath, [script(name), ...args]);
  return Number(stdout);
}

export async function measure() {
  const server = spawn(process.execPath, [script("server.mjs"), String(DELTAS)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  try {
    const [port] = await once(server.stdout, "data");
    const base = `http://127.0.0.1:${String(port).trim()}`;
    const rows = [];
    for (const { provider, api, path } of wires) {
      const { bare, ours } = await interleave(
        {
          bare: () => cpuOf("bare.mjs", `${base}${path}`, String(DELTAS), api),
          ours: () => cpuOf("ours.mjs", base, String(DELTAS), provider, api),
        },
        { rounds: 7 },
      );
      const what = `CPU of 20,000 ${api} deltas to a bare node:http + JSON.parse reader`;
      rows.push(atMost(what, ours / bare, 1.3));
    }
    return rows;
  } finally {
    server.stdin.end();
  }
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { atMost, interleave } from "../lib/measure.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const zot = join(root, "packages/cli/dist/zot.cjs");
const examples = ["guard", "hello", "weather", "scratchpad"].map((name) =>
  join(root, "examples/extensions", name),
);

const chunk = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const toolCall = [
  chunk({
    role: "assistant",
    tool_calls: [
      { index: 0, id: "c1", function: { name: "read", arguments: '{"path":"note.txt"}' } },
    ],
  }),
  chunk({}, "tool_calls"),
  "data: [DONE]\n\n",
].join("");
const answer = [chunk({ content: "done" }), chunk({}, "stop"), "data: [DONE]\n\n"].join("");

/** Chat Completions on loopback: a tool call first, then a text. Notes when a request arrived. */
async function startServer() {
  const state = { arrived: undefined };
  const server = createServer((request, response) => {
    state.arrived ??= performance.now();
    let body = "";
    request.setEncoding("utf8").on("data", (text) => (body += text));
    request.on("end", () => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(body.includes('"role":"tool"') || state.textOnly ? answer : toolCall);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, state, url: `http://127.0.0.1:${server.address().port}/v1` };
}

function run(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "ignore", ...options });
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${args} → ${code}`))));
  });
}

/** A bare program that starts the four at once: how long from its own start until the last one is ready. */
async function startAllBare(options) {
  const started = performance.now();
  const program = join(root, "bench/programs/start-folders.mjs");
  const child = spawn(process.execPath, [program, ...examples], {
    ...options,
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(child.stdout, "data");
  const took = performance.now() - started;
  await once(child, "exit");
  return took;
}

export async function measure() {
  const home = mkdtempSync(join(tmpdir(), "zot-bench-"));
  const { server, state, url } = await startServer();
  const env = { PATH: process.env.PATH, HOME: home, ZOT_HOME: home, OPENAI_API_KEY: "sk-bench" };
  const options = { cwd: home, env };
  const args = [zot, "-p", "--provider", "openai", "--base-url", url, "--model", "m"];
  const bareHttp = `const r = require("node:http").request(${JSON.stringify(url)}, { method: "POST" }, (s) => s.resume()); r.end("{}");`;
  const untilRequest = async (work) => {
    state.arrived = undefined;
    const started = performance.now();
    await work();
    return state.arrived - started;
  };
  try {
    const took = await interleave(
      {
        bare: () => run(process.execPath, ["-e", "0"], options),
        http: () =>
          untilRequest(() => {
            state.textOnly = true;
            return run(process.execPath, ["-e", bareHttp], options);
          }),
        request: () =>
          untilRequest(() => {
            state.textOnly = true;
            return run(process.execPath, [...args, "--no-session", "hi"], options);
          }),
        turn: () => {
          state.textOnly = false;
          return run(process.execPath, [...args, "hi"], options);
        },
        bareFour: () => startAllBare(options),
        four: () =>
          untilRequest(() => {
            state.textOnly = true;
            const flags = examples.flatMap((folder) => ["--ext", folder]);
            return run(process.execPath, [...args, ...flags, "--no-session", "hi"], options);
          }),
      },
      { rounds: 15, warmups: 2 },
    );
    return [
      atMost(
        "first model request to bare `node -e 0` (bare node:http beside it: " +
          (took.http / took.bare).toFixed(2) +
          ")",
        took.request / took.bare,
        2.2,
      ),
      atMost("a one-tool turn to bare `node -e 0`", took.turn / took.bare, 3),
      atMost(
        "first request with four extensions to a bare program that starts them in parallel",
        took.four / took.bareFour,
        1.15,
      ),
    ];
  } finally {
    server.close();
    rmSync(home, { recursive: true, force: true });
  }
}

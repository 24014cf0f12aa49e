import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PATIENCE_MS = 60_000;
/** Not one that a start-up check of an agent would send. */
const PROMPT = "bench-prompt-7f3a";

/** A server that answers nothing useful, and knows when the prompt arrived. */
async function listen() {
  let arrived = () => undefined;
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text) => (body += text));
    request.on("end", () => {
      if (body.includes(PROMPT)) arrived();
      response.writeHead(404, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    next: () => new Promise((resolve) => (arrived = resolve)),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function endGroup(child) {
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/** How long an agent takes from its start to the request with the prompt, in an empty home; undefined if it never comes. */
export async function timeToFirstRequest({ command, prepare }) {
  const home = mkdtempSync(join(tmpdir(), "zot-bench-agent-"));
  const server = await listen();
  const { args, env } = prepare(home, server.url, PROMPT);
  const { PATH } = process.env;
  const started = performance.now();
  const child = spawn(command, args, {
    cwd: home,
    env: {
      PATH,
      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_DATA_HOME: home,
      XDG_CACHE_HOME: home,
      ...env,
    },
    stdio: "ignore",
    detached: true,
  });
  let timer;
  const came = await Promise.race([
    server.next().then(() => true),
    new Promise((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS, false);
      child.on("error", () => resolve(false));
      child.on("exit", () => setTimeout(resolve, 500, false));
    }),
  ]);
  const took = performance.now() - started;
  clearTimeout(timer);
  endGroup(child);
  server.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  return came ? took : undefined;
}

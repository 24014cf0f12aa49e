import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = promisify(execFile);
const main = fileURLToPath(new URL("../main.js", import.meta.url));

it("streams from the offline model", async () => {
  const { stdout } = await run(process.execPath, [main, "hello"]);
  expect(stdout).toContain("I am zot's offline model");
});

it("streams from a server with a base URL", async () => {
  const chunk = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(chunk({ content: "Good " }));
    response.write(chunk({ content: "morning" }));
    response.end(`${chunk({}, "stop")}data: [DONE]\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const { stdout } = await run(process.execPath, [main, "hello", "openai", url, "my-model"]);
    expect(stdout).toBe("Good morning");
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

it("fails with a reason", async () => {
  await expect(run(process.execPath, [main, "hello", "nobody"])).rejects.toThrow(
    'unknown provider "nobody"; known ones: anthropic',
  );
});

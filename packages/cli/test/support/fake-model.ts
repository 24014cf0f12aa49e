import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";

export interface ChatRequest {
  url: string;
  headers: IncomingHttpHeaders;
  body: {
    model: string;
    messages: { role: string; content: unknown }[];
    tools?: { function: { name: string } }[];
    reasoning_effort?: string;
  };
}

const servers = new Set<Server>();
afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  servers.clear();
});

/** A loopback server that speaks Chat Completions: it keeps every request and answers with one text. */
export async function startFakeModel(
  answer: { text: string } | { status: number; body: string } = { text: "fine" },
): Promise<{ baseUrl: string; requests: ChatRequest[] }> {
  const requests: ChatRequest[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      requests.push({
        url: request.url ?? "",
        headers: request.headers,
        body: JSON.parse(body === "" ? "{}" : body) as ChatRequest["body"],
      });
      if ("status" in answer) {
        response.writeHead(answer.status, { "content-type": "application/json" });
        response.end(answer.body);
        return;
      }
      response.writeHead(200, { "content-type": "text/event-stream" });
      const chunk = (delta: object, finish_reason: string | null = null) =>
        `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
      response.write(chunk({ role: "assistant", content: answer.text }));
      response.write(chunk({}, "stop"));
      response.end("data: [DONE]\n\n");
    });
  });
  servers.add(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/v1`, requests };
}

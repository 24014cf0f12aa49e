import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** What the model says: a text, or a call of a tool. */
export type Answer = { text: string } | { call: string; args: object };

/** A loopback server that speaks Chat Completions, plays its answers one after the other, and keeps what it was sent. */
export async function startScriptedVendor(
  answers: readonly Answer[],
): Promise<{ baseUrl: string; sent: string[] }> {
  const sent: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      const answer = answers[sent.length] ?? { text: "done" };
      sent.push(body);
      const choice =
        "text" in answer
          ? { delta: { content: answer.text }, finish_reason: "stop" }
          : { delta: { tool_calls: [toolCall(sent.length, answer)] }, finish_reason: "tool_calls" };
      response.writeHead(200, { "content-type": "text/event-stream" });
      const chunk = JSON.stringify({ choices: [{ index: 0, ...choice }] });
      response.end(`data: ${chunk}\n\ndata: [DONE]\n\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/v1`, sent };
}

function toolCall(number: number, { call, args }: { call: string; args: object }) {
  return { index: 0, id: `c${number}`, function: { name: call, arguments: JSON.stringify(args) } };
}

import type { RequestMessage, ModelRequest } from "../../src/index.js";
import { collect, hello } from "../support/collect.js";
import { useVendor } from "../support/use-vendor.js";
import { openVendor } from "./open-vendor.js";
import type { Shapes } from "./shapes.js";

export const time = "2026-11-16T00:00:00Z";
export const image = { type: "image" as const, mime_type: "image/png", data: "aGk=" };
const schema = { type: "object", properties: {} };
export const tools = ["write", "bash", "read"].map((name) => ({
  name,
  description: `${name}s`,
  schema,
}));

export const vendor = useVendor();

/** Sends a request to a server that speaks like the vendor; returns what it got. */
export async function ask(shapes: Shapes, request: Partial<ModelRequest>, frames = shapes.text) {
  const client = await openVendor(shapes, vendor.url);
  vendor.answer({ frames });
  const answer = await collect(client, { model: shapes.model, messages: [hello], ...request });
  const seen = vendor.requests.at(-1);
  if (seen === undefined) throw new Error("nothing was sent");
  return { answer, body: seen.body, headers: seen.headers, text: JSON.stringify(seen.body) };
}

/** A question, the vendor's own answer with two calls, and their results; the first has an image. */
export async function conversation(shapes: Shapes): Promise<RequestMessage[]> {
  const { answer } = await ask(shapes, {}, shapes.tools);
  const calls = answer.message.content.filter((block) => block.type === "tool_call");
  const results: RequestMessage = {
    role: "tool",
    time,
    content: calls.map(({ id }, index) => ({
      type: "tool_result",
      call_id: id,
      is_error: index === 1,
      content:
        index === 0 ? [{ type: "text", text: "seen" }, image] : [{ type: "text", text: "no" }],
    })),
  };
  return [hello, answer.message, results];
}

// Without an SDK: one tool, and an interceptor that makes every call of it polite.
import { createInterface } from "node:readline";

const send = (frame) => process.stdout.write(`${JSON.stringify(frame)}\n`);

send({ type: "hello", name: "shouter", version: "1.0.0", capabilities: ["tools", "events"] });
send({
  type: "register_tool",
  name: "shout",
  description: "Shouts a text",
  schema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
});
send({ type: "subscribe", intercept: ["tool_call"] });
send({ type: "ready" });

createInterface({ input: process.stdin }).on("line", (line) => {
  const frame = JSON.parse(line);
  if (frame.type === "event_intercept") {
    const { text } = frame.tool_args;
    send({
      type: "event_intercept_response",
      id: frame.id,
      ...(text === "curse"
        ? { block: true, reason: "no cursing" }
        : { modified_args: { text: `${text}, please!` } }),
    });
  }
  if (frame.type === "tool_call") {
    const text = frame.args.text.toUpperCase();
    send({ type: "tool_result", id: frame.id, content: [{ type: "text", text }] });
  }
  if (frame.type === "shutdown") process.exit(0);
});

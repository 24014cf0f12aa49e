// The least that an extension does: says hello, registers a tool, echoes.
const send = (frame) => process.stdout.write(`${JSON.stringify(frame)}\n`);

send({ type: "hello", name: "bench", version: "1.0.0", capabilities: ["tools"] });
send({ type: "register_tool", name: "echo", description: "echoes", schema: { type: "object" } });
send({ type: "ready" });
let rest = "";
process.stdin.on("data", (bytes) => {
  const lines = (rest + bytes.toString("utf8")).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) {
    const { type, id, args } = JSON.parse(line);
    if (type === "tool_call") {
      send({ type: "tool_result", id, content: [{ type: "text", text: args.text }] });
    }
    if (type === "shutdown") process.exit(0);
  }
});

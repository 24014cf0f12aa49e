// Says hello, then sends as many small frames as it is told to, as fast as the pipe takes them.
const send = (frame) => process.stdout.write(`${JSON.stringify(frame)}\n`);

send({ type: "hello", name: "flood", version: "1.0.0" });
send({ type: "register_tool", name: "flood", schema: { type: "object" } });
send({ type: "ready" });
const line = `${JSON.stringify({ type: "panel_render", panel_id: "p", lines: ["so much to tell"] })}\n`;

async function flood({ id, args }) {
  const batch = line.repeat(100);
  for (let left = args.frames; left > 0; left -= 100) {
    if (!process.stdout.write(batch)) {
      await new Promise((resolve) => process.stdout.once("drain", resolve));
    }
  }
  send({ type: "tool_result", id, content: [{ type: "text", text: "over" }] });
}

let rest = "";
process.stdin.on("data", (bytes) => {
  const lines = (rest + bytes.toString("utf8")).split("\n");
  rest = lines.pop() ?? "";
  for (const each of lines) {
    const frame = JSON.parse(each);
    if (frame.type === "tool_call") void flood(frame);
    if (frame.type === "shutdown") process.exit(0);
  }
});

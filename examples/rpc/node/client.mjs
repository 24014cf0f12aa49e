// Drives `zot rpc` from Node, without a library: one JSON object a line, both ways.
//   node client.mjs "your prompt" -- zot rpc --provider offline
import { spawn } from "node:child_process";

const [prompt = "hello", , command = "zot", ...args] = process.argv.slice(2);
const zot = spawn(command, args.length > 0 ? args : ["rpc"], {
  stdio: ["pipe", "pipe", "inherit"],
});

const send = (frame) => zot.stdin.write(JSON.stringify(frame) + "\n");
send({ id: "1", type: "hello" });
send({ id: "2", type: "prompt", message: prompt });

let rest = "";
zot.stdout.setEncoding("utf8").on("data", (text) => {
  const lines = (rest + text).split("\n"); // at LF only: a string may hold U+2028
  rest = lines.pop();
  for (const line of lines) handle(JSON.parse(line));
});

function handle(frame) {
  switch (frame.type) {
    case "response":
      if (!frame.success) throw new Error(`${frame.command}: ${frame.error}`);
      if (frame.command === "hello") console.log(`connected to ${frame.data.model}`);
      break;
    case "text_delta":
      process.stdout.write(frame.delta);
      break;
    case "tool_call":
      console.log(`[${frame.name} ${JSON.stringify(frame.args)}]`);
      break;
    case "error":
      console.error(frame.message);
      break;
    case "done":
      console.log();
      zot.stdin.end(); // zot leaves when nobody can ask for more
      break;
  }
}

zot.on("exit", (code) => (process.exitCode = code ?? 1));

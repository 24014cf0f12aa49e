// The protocol by hand: one JSON object per line, each way. Nothing to install.
const started = Date.now();

const commands = {
  now: { description: "Tells the time", run: () => new Date().toISOString() },
  uptime: {
    description: "Tells how long this extension has been running",
    run: () => `Up for ${Math.floor((Date.now() - started) / 1000)} s`,
  },
};

function send(frame) {
  process.stdout.write(JSON.stringify(frame) + "\n");
}

function receive(frame) {
  switch (frame.type) {
    case "command_invoked": {
      const display = commands[frame.name].run();
      send({ type: "command_response", id: frame.id, action: "display", display });
      break;
    }
    case "shutdown":
      send({ type: "shutdown_ack" });
      process.exit(0);
  }
}

send({ type: "hello", name: "clock", version: "1.0.0", capabilities: ["commands"] });
for (const [name, { description }] of Object.entries(commands)) {
  send({ type: "register_command", name, description });
}
send({ type: "ready" });

// Split at LF only: readline would also split inside a string that holds U+2028 or a lone CR.
let rest = "";
process.stdin
  .setEncoding("utf8")
  .on("data", (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) if (line.trim()) receive(JSON.parse(line));
  })
  // Zot is gone, and so are we.
  .on("end", () => process.exit(0));

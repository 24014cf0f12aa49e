const ack = {
  type: "hello_ack",
  protocol_version: 1,
  zot_version: "1.0.0",
  provider: "offline",
  model: "offline",
  cwd: "/",
  extension_dir: "/",
  data_dir: "/",
};

/** The least that any host does with a child: answers its hello, and sees that it is ready. */
export function untilReady(child) {
  return new Promise((resolve) => {
    let text = "";
    let acknowledged = false;
    child.stdout.on("data", (bytes) => {
      text += bytes.toString();
      if (!acknowledged && text.includes('"hello"')) {
        acknowledged = true;
        child.stdin.write(`${JSON.stringify(ack)}\n`);
      }
      if (text.includes('"ready"')) resolve(child);
    });
  });
}

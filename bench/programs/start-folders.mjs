// usage: start-folders.mjs FOLDER…   starts these extensions at once, answers their hello; prints a line when all are ready
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

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

function start(folder) {
  const { exec, args } = JSON.parse(readFileSync(join(folder, "extension.json"), "utf8"));
  const child = spawn(exec, args, { cwd: folder, stdio: ["pipe", "pipe", "ignore"] });
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

const children = await Promise.all(process.argv.slice(2).map(start));
process.stdout.write("ready\n");
for (const child of children) child.stdin.end();

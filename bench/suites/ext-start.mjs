import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { atMost, interleave } from "../lib/measure.mjs";

const hello = fileURLToPath(new URL("../../examples/extensions/hello", import.meta.url));

/** From the start of the process to its end. */
function bare() {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    spawn(process.execPath, ["-e", "0"], { stdio: ["pipe", "pipe", "ignore"] })
      .on("error", reject)
      .on("exit", () => resolve(performance.now() - started));
  });
}

/** From the start of the process to its hello on our end of the pipe. */
function greeting() {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, ["index.js"], {
      cwd: hello,
      stdio: ["pipe", "pipe", "inherit"],
    });
    let took;
    child.stdout.once("data", (bytes) => {
      took = performance.now() - started;
      if (!bytes.toString().startsWith('{"type":"hello"')) reject(new Error(`got ${bytes}`));
      child.stdin.end();
    });
    child.on("error", reject).on("exit", () => resolve(took));
  });
}

export async function measure() {
  const took = await interleave({ bare, greeting }, { rounds: 41, warmups: 3 });
  return [atMost("hello of an SDK extension to bare `node -e 0`", took.greeting / took.bare, 1.4)];
}

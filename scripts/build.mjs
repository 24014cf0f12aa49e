// Builds every package. Each one's tsup resolves its siblings to their sources,
// so the order does not matter and two can run at a time. Types are put together at the end.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeSdkTypes } from "./sdk-types.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const tsup = join(root, "node_modules/tsup/dist/cli-default.js");
const waiting = readdirSync(join(root, "packages"));

function build(name) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [tsup], {
      cwd: join(root, "packages", name),
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.on("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`packages/${name}: tsup ended with exit code ${code}`));
    });
  });
}

async function worker() {
  for (let name = waiting.shift(); name; name = waiting.shift()) await build(name);
}

await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
writeSdkTypes(join(root, "packages"));

// usage: start-folders.mjs FOLDER…   starts these extensions at once, answers their hello; prints a line when all are ready
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { untilReady } from "../lib/until-ready.mjs";

function start(folder) {
  const { exec, args } = JSON.parse(readFileSync(join(folder, "extension.json"), "utf8"));
  const child = spawn(exec, args, { cwd: folder, stdio: ["pipe", "pipe", "ignore"] });
  return untilReady(child);
}

const children = await Promise.all(process.argv.slice(2).map(start));
process.stdout.write("ready\n");
for (const child of children) child.stdin.end();

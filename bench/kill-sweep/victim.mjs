// One scripted run: a first turn, tools, a compaction, a fork. Says on stdout what it considers safe, and
// with a point to die at kills itself there: before, in the middle of, or after a change to a file.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";

const [home, dieAt] = process.argv.slice(2);
let points = 0;

function point() {
  points += 1;
  if (points === Number(dieAt)) process.kill(process.pid, "SIGKILL");
}

const { writeSync } = fs;
fs.writeSync = (fd, bytes, offset = 0) => {
  point();
  // A write that the kill cuts in two leaves its first half.
  if (points + 1 === Number(dieAt)) writeSync(fd, bytes, offset, (bytes.length - offset) >> 1);
  point();
  const written = writeSync(fd, bytes, offset);
  point();
  return written;
};
for (const name of ["openSync", "ftruncateSync", "fsyncSync", "linkSync", "renameSync", "rmSync"]) {
  const original = fs[name];
  fs[name] = (...args) => {
    point();
    return original(...args);
  };
}
const { fdatasync } = fs;
fs.fdatasync = (fd, done) => {
  point();
  fdatasync(fd, (error) => {
    point();
    done(error);
  });
};
syncBuiltinESMExports();

const { Agent, SessionStore } = await import("@zot/core");
const { openClient } = await import("@zot/providers");
const { markTool, textOf } = await import("./mark-tool.mjs");

const store = new SessionStore({ home, cwd: "/sweep" });
const client = await openClient({ provider: "offline", env: {} });
const say = (line) => writeSync(1, `${JSON.stringify(line)}\n`);

function start(session) {
  const { messages, usage, path } = session;
  const tools = [markTool(join(home, "ledger"))];
  const agent = new Agent({ client, model: "offline", tools, messages, usage, journal: session });
  agent.subscribe((event) => {
    if (event.type === "user_message") say({ safe: "user", path, text: textOf(event) });
    if (event.type === "assistant_message") say({ safe: "assistant", path });
    if (event.type === "tool_result") say({ safe: "result", path, text: textOf(event) });
    if (event.type === "compact_done") say({ safe: "compaction", path });
  });
  return agent;
}

say({ started: true });
const session = store.create({ provider: "offline", model: "offline" });
const agent = start(session);
await agent.prompt("the first prompt");
await agent.prompt('call mark {"n": 1} call mark {"n": 2}');
await agent.prompt("the third prompt");
await agent.compact();
await agent.prompt('call mark {"n": 3}');
await session.close();
const path = await store.fork(session.path, { at: 4 });
say({ safe: "fork", path });
const fork = store.open(path);
await start(fork).prompt('call mark {"n": 4}');
await fork.close();
say({ points });

import { Agent, SessionStore } from "@zot/core";
import { openClient, zotHome } from "@zot/providers";

const store = new SessionStore({ home: zotHome(), cwd: process.cwd() });
const latest = store.list().at(0);
const session = latest
  ? store.open(latest.path)
  : store.create({ provider: "offline", model: "offline" });
for (const { line, problem } of session.damage) console.warn(`line ${line}: ${problem}`);

const agent = new Agent({
  client: await openClient({ provider: "offline" }),
  model: "offline",
  // What was said and what it cost; and where to write down what follows.
  messages: session.messages,
  usage: session.usage,
  journal: session,
});
await agent.prompt("Hello again");
console.log(`${agent.messages.length} messages in ${session.path}`);
await session.close();

console.log(`a page to read: ${await store.exportHtml(session.path, "session.html")}`);

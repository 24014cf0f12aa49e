import { createWorkspace } from "@zot/sdk";

const dice = {
  name: "dice",
  description: "Rolls a die.",
  schema: { type: "object" },
  run: () => `You rolled ${1 + Math.floor(Math.random() * 6)}.`,
};

// #region ask
const workspace = await createWorkspace({
  provider: "offline",
  tools: [dice],
  session: "latest",
  ask: async ({ tool }) =>
    tool === "dice" ? { allowed: true, always: true } : { allowed: false, reason: "dice only" },
});
// #endregion
console.log(`resumed with ${workspace.agent.messages.length} messages`);

// #region queue
workspace.subscribe((event) => {
  if (event.type === "queue") console.log(`${event.entries.length} waiting`);
  if (event.type === "tool_result") console.log(event.content[0]?.text);
});
const roll = workspace.prompt("call dice {}");
const list = workspace.prompt('call bash {"command": "ls"}');
const never = workspace.prompt("and once more");
workspace.agent.queue.entries.at(-1)?.drop();
const outcomes = await Promise.all([roll, list, never]);
// #endregion
console.log(outcomes.map(({ stop }) => stop).join(" "));
await workspace.close();
